/** The supported part of OpenAPI schemas in custom resource definitions. */
export type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly minLength?: number
  readonly [other: string]: unknown
}

type Violation = { field: string; message: string }

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

const typeChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: (value) => kindOf(value) === 'object',
  array: Array.isArray,
  integer: Number.isInteger,
}

const keysOf = (schema: Schema) =>
  schema['x-kubernetes-list-type'] === 'map' ? (schema['x-kubernetes-list-map-keys'] as string[]) : []

/** Duplicate keys in a list of type map. */
const duplicates = (schema: Schema, values: readonly unknown[], field: string): Violation[] => {
  const keys = keysOf(schema)
  const names = values.map((value) => JSON.stringify(keys.map((key) => (value as Record<string, unknown>)?.[key])))
  return keys.length === 0
    ? []
    : names.flatMap((name, index) =>
        names.indexOf(name) < index ? [{ field: `${field}[${index}]`, message: `Duplicate value: ${name}` }] : [],
      )
}

export const validate = (schema: Schema, value: unknown, field = ''): Violation[] => {
  const { type, properties = {}, additionalProperties, items, required = [], minLength = 0 } = schema
  if (value === undefined || schema['x-kubernetes-int-or-string'] === true) return []
  if (type && !(typeChecks[type]?.(value) ?? kindOf(value) === type))
    return [
      {
        field: field || '<nil>',
        message: `Invalid value: "${kindOf(value)}": ${field} in body must be of type ${type}: "${kindOf(value)}"`,
      },
    ]
  if (typeof value === 'string' && value.length < minLength)
    return [{ field, message: `Invalid value: "${value}": should be at least ${minLength} chars long` }]
  if (Array.isArray(value))
    return [
      ...duplicates(schema, value, field),
      ...(items ? value.flatMap((one, index) => validate(items, one, `${field}[${index}]`)) : []),
    ]
  if (kindOf(value) !== 'object') return []
  const record = value as Record<string, unknown>
  const at = (key: string) => (field ? `${field}.${key}` : key)
  const missing = required
    .filter((key) => record[key] === undefined)
    .map((key) => ({ field: at(key), message: 'Required value' }))
  const rest = (key: string) =>
    properties[key] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
  return [...missing, ...Object.entries(record).flatMap(([key, one]) => validate(rest(key) ?? {}, one, at(key)))]
}

/** Removes fields that the schema does not know, silently, as a cluster does. */
export const prune = (schema: Schema, value: unknown): unknown => {
  const { properties, additionalProperties, items } = schema
  if (Array.isArray(value)) return items ? value.map((one) => prune(items, one)) : value
  if (kindOf(value) !== 'object' || schema['x-kubernetes-preserve-unknown-fields'] === true) return value
  const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined
  // an object without a declared schema is metadata, which is validated elsewhere
  if (!properties && !rest) return value
  const entries = Object.entries(value as object).flatMap(([key, one]) => {
    const property = properties?.[key] ?? rest
    return property ? [[key, prune(property, one)]] : []
  })
  return Object.fromEntries(entries)
}

const IMMUTABLE = 'self == oldSelf'

/** The previous state of a list entry, by its map keys. */
const previousOf = (schema: Schema, one: unknown, before: readonly unknown[]) => {
  const keyOf = (entry: unknown) =>
    JSON.stringify(keysOf(schema).map((key) => (entry as Record<string, unknown>)?.[key]))
  return keysOf(schema).length > 0 ? before.find((entry) => keyOf(entry) === keyOf(one)) : undefined
}

export const findImmutableChanges = (schema: Schema, before: unknown, after: unknown, field = ''): Violation[] => {
  if (before === undefined || after === undefined) return []
  const rules = (schema['x-kubernetes-validations'] ?? []) as { rule: string; message: string }[]
  const violations = rules
    .filter(({ rule }) => rule === IMMUTABLE && before !== after)
    .map(({ message }) => ({ field, message: `Invalid value: ${message}` }))
  const { items, properties = {} } = schema
  if (Array.isArray(before) && Array.isArray(after) && items)
    return [
      ...violations,
      ...after.flatMap((one, index) =>
        findImmutableChanges(items, previousOf(schema, one, before), one, `${field}[${index}]`),
      ),
    ]
  if (kindOf(before) !== 'object' || kindOf(after) !== 'object') return violations
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>]
  return [
    ...violations,
    ...Object.entries(properties).flatMap(([key, one]) =>
      findImmutableChanges(one, was[key], is[key], field ? `${field}.${key}` : key),
    ),
  ]
}
