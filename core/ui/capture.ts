import { type GenericSchema, type InferOutput, safeParse } from 'valibot'

/** Rows as a file of one JSON object a line, the oldest first. */
export const captureOf = (newestFirst: readonly unknown[]) =>
  newestFirst
    .map((row) => `${JSON.stringify(row)}\n`)
    .reverse()
    .join('')

const json = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The rows of such a file, the oldest first; a line that is none of them is left out. */
export const readCapture = <S extends GenericSchema>(schema: S, text: string): InferOutput<S>[] =>
  text.split('\n').flatMap((line) => {
    const { success, output } = safeParse(schema, json(line))
    return success ? [output] : []
  })
