/**
 * Formats a time for the wire: RFC 3339 in UTC, to the second (console-api 0.3). An invalid time is returned unchanged.
 */
export const toRfc3339 = (moment: Date | number | string) =>
  (typeof moment === 'string' ? moment : new Date(moment).toISOString()).replace(/\.\d+(?=Z$)/, '')
