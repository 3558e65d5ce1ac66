import type { GenericSchema } from 'valibot'

/** What a valibot schema is made of, as far as the server reads it. Which parts there are depends on the `type`. */
export type Schema = GenericSchema & {
  entries?: Record<string, Schema>
  wrapped?: Schema
  item?: Schema
  items?: readonly Schema[]
  options?: readonly unknown[]
  pipe?: readonly { type: string; requirement?: unknown }[]
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && 'type' in value

/** The schemas that a value may have to match: the schema, what it wraps, and each of its options. */
export const alternativesOf = (schema: GenericSchema): Schema[] => {
  const own = schema as Schema
  if (own.wrapped) return [own, ...alternativesOf(own.wrapped)]
  return [own, ...(own.options ?? []).filter(isSchema).flatMap(alternativesOf)]
}

/** The schemas of an entry, in all alternatives that have it; `[]` for a name that none has. */
export const entryIn = (alternatives: readonly Schema[], name: string): Schema[] =>
  alternatives.flatMap(({ entries }) =>
    entries && Object.hasOwn(entries, name) && entries[name] ? alternativesOf(entries[name]) : [],
  )

/** The schemas of an array's items. */
export const itemsIn = (alternatives: readonly Schema[]): Schema[] =>
  alternatives.flatMap(({ item }) => (item ? alternativesOf(item) : []))
