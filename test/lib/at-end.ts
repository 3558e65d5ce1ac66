/** Functions that run after the last suite of the process, such as closing what its suites share. */
export const atEnd = new Set<() => unknown>()
