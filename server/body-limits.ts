import type { GenericSchema } from 'valibot'
import type { Schema } from './schema.ts'

/** Maximum size of a body in bytes of JSON, and maximum number of values in it: texts, numbers, lists, objects. */
export type BodyLimits = { bytes: number; values: number }

/** JSON may escape each byte of a text as `\u00xx`. */
const ESCAPED = 6

/** Room for numbers, booleans and dates. */
const PLAIN: BodyLimits = { bytes: 64, values: 1 }

const sum = (all: readonly BodyLimits[]): BodyLimits =>
  all.reduce(({ bytes, values }, one) => ({ bytes: bytes + one.bytes, values: values + one.values }), {
    bytes: 2,
    values: 1,
  })

const times = ({ bytes, values }: BodyLimits, count: number): BodyLimits => ({
  bytes: 2 + (bytes + 2) * count,
  values: 1 + values * count,
})

/** The first limit of a pipe; every text and list of a contract has one. */
const limitOf = ({ pipe = [] }: Schema): number => {
  const limit = (pipe as readonly (Schema & { requirement?: unknown })[])
    .map(({ type, requirement, pipe: inner }) =>
      /^(max_)?(bytes|length)$/.test(type) && typeof requirement === 'number'
        ? requirement
        : inner && limitOf({ pipe: inner } as unknown as Schema),
    )
    .find((one) => one !== undefined && Number.isFinite(one))
  return limit ?? Number.POSITIVE_INFINITY
}

const needOf = (schema: Schema): BodyLimits => {
  if (schema.wrapped) return needOf(schema.wrapped)
  switch (schema.type as string) {
    case 'string':
      return { bytes: 2 + ESCAPED * limitOf(schema), values: 1 }
    case 'array':
      return schema.item ? times(needOf(schema.item), limitOf(schema)) : PLAIN
    case 'tuple':
    case 'strict_tuple':
      return sum((schema.items ?? []).map(needOf))
    case 'variant':
    case 'union':
      return (schema.options as readonly Schema[]).map(needOf).reduce(
        (one, other) => ({
          bytes: Math.max(one.bytes, other.bytes),
          values: Math.max(one.values, other.values),
        }),
        PLAIN,
      )
    case 'object':
    case 'strict_object':
      return sum(
        Object.entries(schema.entries ?? {}).map(([name, entry]) => {
          const { bytes, values } = needOf(entry)
          return { bytes: bytes + name.length + 4, values }
        }),
      )
    case 'custom': {
      // a map of texts, from `textMap()` in core/protocol/limits.ts
      const { key, value, entries } = schema as unknown as { key?: Schema; value?: Schema; entries?: number }
      return key && value && typeof entries === 'number' ? times(sum([needOf(key), needOf(value)]), entries) : PLAIN
    }
    default:
      return PLAIN
  }
}

const LEAST: BodyLimits = { bytes: 64 * 1024, values: 1000 }

const within = (value: number, min: number, max: number) => Math.ceil(Math.min(max, Math.max(min, value)))

/**
 * Derives the limits of a body from those in its schema, at most `maxBytes`. Leaves room for whitespace and for
 * fields that the call ignores.
 */
export const bodyLimitsOf = (schema: GenericSchema | undefined, maxBytes: number): BodyLimits => {
  const { bytes, values } = schema ? needOf(schema as Schema) : PLAIN
  const kib = within((bytes * 1.25) / 1024, LEAST.bytes / 1024, maxBytes / 1024)
  return { bytes: kib * 1024, values: within(values * 2, LEAST.values, maxBytes / 8) }
}
