import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { parseJson } from '../core/protocol/parse-json.ts'

/** Rows as JSON Lines, oldest first. */
export const toJsonLines = (newestFirst: readonly unknown[]) =>
  newestFirst
    .map((row) => `${JSON.stringify(row)}\n`)
    .reverse()
    .join('')

/** Parses JSON Lines, oldest first; invalid lines are skipped. */
export const parseJsonLines = <S extends GenericSchema>(schema: S, text: string): InferOutput<S>[] =>
  text.split('\n').flatMap((line) => {
    const { success, output } = safeParse(schema, parseJson(line))
    return success ? [output] : []
  })
