import { type GenericSchema, type InferOutput, safeParse } from 'valibot'

/** Rows as JSON Lines, oldest first. */
export const toJsonLines = (newestFirst: readonly unknown[]) =>
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

/** Parses JSON Lines, oldest first; invalid lines are skipped. */
export const parseJsonLines = <S extends GenericSchema>(schema: S, text: string): InferOutput<S>[] =>
  text.split('\n').flatMap((line) => {
    const { success, output } = safeParse(schema, json(line))
    return success ? [output] : []
  })
