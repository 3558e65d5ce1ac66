import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { Schema } from '../schema.ts'

/** A JSON Schema of draft 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = { [keyword: string]: unknown }

/** Whether objects accept fields that the schema does not name: responses may gain fields, requests may not. */
export type UnknownFields = 'refused' | 'allowed'

type Action = { type: string; requirement?: unknown }

const control = '\\u0000-\\u001f\\u007f-\\u009f'

/** Spells out the control characters, because few regular expressions outside JavaScript have Unicode classes. */
const portable = (source: string) =>
  source
    .replaceAll('[^\\p{Cc}', `[^${control}`)
    .replaceAll('[\\p{Cc}', `[${control}`)
    .replaceAll('\\P{Cc}', `[^${control}]`)

/**
 * Corrects the converter's result for a pattern: the converter takes the first of several, and ignores flags. JSON
 * Schema has no flags, so a pattern whose flags change what it matches is left out.
 */
const withPattern = (schema: JsonSchema, { source, flags }: RegExp): JsonSchema => {
  const { pattern, ...rest } = schema
  const isOwn = pattern === source
  if (/[ims]/.test(flags)) return isOwn ? rest : schema
  const own = { pattern: portable(source) }
  if (isOwn || pattern === undefined) return { ...schema, ...own }
  return { ...schema, allOf: [...((schema.allOf as JsonSchema[] | undefined) ?? []), own] }
}

/** Corrects the keywords for an action of a pipe; `undefined` for those that the converter handles. */
const withAction = (schema: JsonSchema, { type, requirement }: Action): JsonSchema | undefined => {
  if (type === 'regex' && requirement instanceof RegExp) return withPattern(schema, requirement)
  // a text of n bytes has at most n characters
  if (type === 'max_bytes')
    return { ...schema, maxLength: Math.min(Number(requirement), Number(schema.maxLength ?? requirement)) }
  return undefined
}

/** A map of texts, from `textMap()` in core/protocol/limits.ts. */
const mapOf = (schema: Schema, unknownFields: UnknownFields): JsonSchema | undefined => {
  const { key, value, entries } = schema as unknown as { key?: Schema; value?: Schema; entries?: number }
  if (schema.type !== 'custom' || !key || !value || typeof entries !== 'number') return undefined
  return {
    type: 'object',
    propertyNames: jsonSchemaOf(key, unknownFields),
    additionalProperties: jsonSchemaOf(value, unknownFields),
    maxProperties: entries,
  }
}

/**
 * Converts a schema of a contract into a JSON Schema of the values that it accepts. Checks that JSON Schema cannot
 * express are left out.
 */
export const jsonSchemaOf = (schema: GenericSchema, unknownFields: UnknownFields): JsonSchema => {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const own = valibotSchema as unknown as Schema
      if (own.type === 'custom') return mapOf(own, unknownFields) ?? {}
      if (own.type === 'object' && unknownFields === 'refused') return { ...jsonSchema, additionalProperties: false }
      return undefined
    },
    overrideAction: ({ valibotAction, jsonSchema }) =>
      withAction(jsonSchema as JsonSchema, valibotAction as Action) as typeof jsonSchema | undefined,
  })
  return converted as JsonSchema
}
