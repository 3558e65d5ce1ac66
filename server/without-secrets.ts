import * as v from 'valibot'
import { MASK, maskSecrets } from '../core/protocol/mask-secrets.ts'
import { alternativesOf, entryIn, itemsIn, type Schema } from './schema.ts'
import { parseJson } from '../core/protocol/parse-json.ts'

/** Field names that indicate a secret. */
const secretNames =
  /secret|passw|passphrase|token|cred|private|signature|licen[cs]e|jwt|dsn|connection_?string|api_?key|account_?key|^(code|state)$/i

const userInAddress = /(\/\/[^:@/\s]*:)\S*(?=@)/g

const maskAddresses = (text: string) => maskSecrets(text.replace(userInAddress, `$1${MASK}`))

const isSecret = (schemas: readonly Schema[]) =>
  schemas.some((schema) => (v.getMetadata(schema) as { control?: string }).control === 'secret')

/** A picklist of a contract is no secret, regardless of the name of its field. */
const isChoice = (schemas: readonly Schema[]) => schemas.some(({ type }) => (type as string) === 'picklist')

/** Masks a value, but keeps whether there was one. */
const maskValue = (value: unknown) => (value === undefined || value === null || value === '' ? value : MASK)

/** Parses a JSON document sent as text, such as a policy, so that its fields are masked too. */
const documentIn = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return undefined
  return parseJson(text)
}

/** Maximum depth of a document in a text; deeper parts are omitted. */
const DEEPEST = 64

const clean = (value: unknown, schemas: readonly Schema[], depth = 0): unknown => {
  if (isSecret(schemas)) return maskValue(value)
  if (typeof value === 'object' && value !== null && depth > DEEPEST) return '…'
  if (typeof value === 'string') {
    const document = documentIn(value)
    return document === undefined ? maskAddresses(value) : clean(document, [], depth + 1)
  }
  if (Array.isArray(value)) {
    const items = itemsIn(schemas)
    return value.map((entry) => clean(entry, items, depth + 1))
  }
  if (typeof value !== 'object' || value === null) return value
  const { key } = value as { key?: unknown }
  const isHidden = (name: string) =>
    secretNames.test(name) || (name === 'value' && typeof key === 'string' && secretNames.test(key))
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const own = entryIn(schemas, name)
      return [name, isHidden(name) && !isChoice(own) ? maskValue(entry) : clean(entry, own, depth + 1)]
    }),
  )
}

/**
 * Masks secrets in a part of a call: fields marked `control: 'secret'` or named like a secret, and passwords inside
 * addresses.
 */
export const withoutSecrets = (value: unknown, schema: v.GenericSchema | undefined): unknown =>
  clean(value, schema ? alternativesOf(schema) : [])
