import * as v from 'valibot'

/** The part of an OpenAPI schema that says which fields exist. */
type Schema = {
  type?: string | undefined
  properties?: Record<string, unknown> | undefined
  additionalProperties?: unknown
  items?: unknown
  'x-kubernetes-preserve-unknown-fields'?: unknown
}

const Schema: v.GenericSchema<unknown, Schema> = v.object({
  type: v.optional(v.string()),
  properties: v.optional(v.record(v.string(), v.unknown())),
  additionalProperties: v.optional(v.unknown()),
  items: v.optional(v.unknown()),
  'x-kubernetes-preserve-unknown-fields': v.optional(v.unknown()),
})

/** Limits for foreign schemas. The definition of operator 7.1 has 4,000 fields in 17 levels. */
const [MAX_FIELDS, MAX_DEPTH] = [20_000, 40]

/**
 * Types of all fields below a schema, by path: `spec.pools[].servers` is an `integer`. Fields of a `map` have any name
 * and are texts; `any` may contain anything.
 */
export const schemaFields = (schema: unknown, path: string): Record<string, string> => {
  const fields: Record<string, string> = {}
  let count = 0
  const add = (one: unknown, at: string, depth: number) => {
    if (count >= MAX_FIELDS) return
    const read = v.safeParse(Schema, one)
    const { type = 'any', properties, additionalProperties, items, ...rest } = read.success ? read.output : {}
    const isOpen = rest['x-kubernetes-preserve-unknown-fields'] === true || depth > MAX_DEPTH
    const isMap = type === 'object' && !properties && additionalProperties !== undefined
    fields[at] = isOpen || (type === 'object' && !properties && !isMap) ? 'any' : isMap ? 'map' : type
    count += 1
    if (fields[at] === 'object') for (const name in properties) add(properties[name], `${at}.${name}`, depth + 1)
    if (fields[at] === 'array') add(items, `${at}[]`, depth + 1)
  }
  add(schema, path, 0)
  return fields
}
