import { assert } from './suite.ts'

/** Asserts that the rest of a response body breaks off with an error. */
export const assertBreaksOff = async (reader: ReadableStreamDefaultReader) => {
  const rest = async () => {
    while (!(await reader.read()).done);
    return 'whole'
  }
  assert.is(await rest().catch(() => 'broken'), 'broken')
}
