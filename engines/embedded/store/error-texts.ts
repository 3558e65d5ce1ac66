/**
 * What LMDB and the format of its values (msgpackr) say in English only, without a code. Each text has a test with
 * their own words.
 */

/** LMDB: the database is closed, or a write could not be committed. */
export const isDatabaseClosed = (message: string) =>
  /database (is|has been) closed|closed database|commit failed/i.test(message)

/** msgpackr: a value of the index is not whole. */
export const isValueBroken = (message: string) => /MessagePack|end of buffer|unknown extension/i.test(message)
