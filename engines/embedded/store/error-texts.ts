/** Messages of LMDB and msgpackr (its value format) that have no error code. Each has a test with the original text. */

/** LMDB: the database is closed, or a write could not be committed. */
export const isDatabaseClosed = (message: string) =>
  /database (is|has been) closed|closed database|commit failed/i.test(message)

/** msgpackr: a value of the index is damaged. */
export const isValueBroken = (message: string) => /MessagePack|end of buffer|unknown extension/i.test(message)
