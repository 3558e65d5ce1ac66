import * as v from 'valibot'
import { MASK, masked } from '../core/masked.ts'

/** What secrets are called, in whatever way it is written. */
const secretive =
  /secret|passw|passphrase|token|cred|private|signature|licen[cs]e|jwt|dsn|connection_?string|api_?key|account_?key|^(code|state)$/i

const userInAddress = /(\/\/[^:@/\s]*:)\S*(?=@)/g

const shown = (text: string) => masked(text.replace(userInAddress, `$1${MASK}`))

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>
  wrapped?: Schema
  item?: Schema
  options?: readonly unknown[]
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && 'type' in value

/** What a schema may be in the end: itself, or one of its choices. */
const meant = (schema: Schema): Schema[] => {
  if (schema.wrapped) return [schema, ...meant(schema.wrapped)]
  const choices = (schema.options ?? []).filter(isSchema)
  return [schema, ...choices.flatMap(meant)]
}

const isSecret = (schemas: readonly Schema[]) =>
  schemas.some((schema) => (v.getMetadata(schema) as { control?: string }).control === 'secret')

/** That there was something, and no more. */
const hidden = (value: unknown) => (value === undefined || value === null || value === '' ? value : MASK)

/** A document that is sent as a text, a policy say: it is read, and compared, as what it says. */
const documentIn = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const clean = (value: unknown, schemas: readonly Schema[]): unknown => {
  if (isSecret(schemas)) return hidden(value)
  if (typeof value === 'string') {
    const document = documentIn(value)
    return document === undefined ? shown(value) : clean(document, [])
  }
  if (Array.isArray(value)) {
    const items = schemas.flatMap(({ item }) => (item ? meant(item) : []))
    return value.map((entry) => clean(entry, items))
  }
  if (typeof value !== 'object' || value === null) return value
  const { key } = value as { key?: unknown }
  const isHidden = (name: string) =>
    secretive.test(name) || (name === 'value' && typeof key === 'string' && secretive.test(key))
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const inner = schemas.flatMap(({ entries }) => (entries?.[name] ? meant(entries[name]) : []))
      return [name, isHidden(name) ? hidden(entry) : clean(entry, inner)]
    }),
  )
}

/**
 * A part of a call without its secrets: what its schema says is one (`control: 'secret'`), what is called one, and
 * passwords within addresses.
 */
export const withoutSecrets = (value: unknown, schema: v.GenericSchema | undefined): unknown =>
  clean(value, schema ? meant(schema as Schema) : [])
