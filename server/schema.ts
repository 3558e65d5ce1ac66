import type { GenericSchema } from 'valibot'

/** The parts of a valibot schema that the server reads. Which ones exist depends on the `type`. */
export type Schema = GenericSchema & {
  entries?: Record<string, Schema>
  wrapped?: Schema
  item?: Schema
  items?: readonly Schema[]
  options?: readonly unknown[]
  pipe?: readonly { type: string; requirement?: unknown }[]
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && 'type' in value

/** Schemas that a value may have to match: the schema, what it wraps, and each of its options. */
export const alternativesOf = (schema: GenericSchema): Schema[] => {
  const own = schema as Schema
  if (own.wrapped) return [own, ...alternativesOf(own.wrapped)]
  return [own, ...(own.options ?? []).filter(isSchema).flatMap(alternativesOf)]
}

/** Schemas of an entry, in all alternatives that have it; `[]` for an unknown name. */
export const entryIn = (alternatives: readonly Schema[], name: string): Schema[] =>
  alternatives.flatMap(({ entries }) =>
    entries && Object.hasOwn(entries, name) && entries[name] ? alternativesOf(entries[name]) : [],
  )

/** Schemas of an array's items. */
export const itemsIn = (alternatives: readonly Schema[]): Schema[] =>
  alternatives.flatMap(({ item }) => (item ? alternativesOf(item) : []))
