/** A moment as the wire has it: RFC 3339 in UTC, to the second (console-api 0.3); what is no moment stays as it is. */
export const onWire = (moment: Date | number | string) =>
  (typeof moment === 'string' ? moment : new Date(moment).toISOString()).replace(/\.\d+(?=Z$)/, '')
