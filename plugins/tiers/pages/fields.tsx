import * as v from 'valibot'
import { Field, type FieldOptions, FileField, TextInput } from 'stowage/ui'
import { tierForms } from '../contract.ts'
import type { TierField, TierType } from '../types.ts'
import * as texts from '../messages.ts'
import { parseJson } from 'stowage'

/** Size limit of a credentials file, in KiB. */
const MAX_KIB = 24

/** Encodes as base64; `btoa` takes a string with one character per byte. */
const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Problem of a service account file; `undefined` if it is valid. */
export const credentialsFileError = (text: string): string | undefined => {
  const read = parseJson(text)
  return typeof read === 'object' && read !== null && 'type' in read ? undefined : texts.notCredentialsFile
}

const controls = { text: 'mono', secret: 'secret', file: 'text' } as const

const requiredText = v.pipe(v.string(), v.minLength(1, 'Field cannot be empty'))

const entryOf = ({ title, hint, kind, placeholder, optional }: TierField, schema: v.GenericSchema<string, string>) => {
  const entry = v.pipe(
    schema,
    v.title(title),
    v.description(hint ?? ''),
    v.metadata({ control: controls[kind], ...(placeholder && { placeholder }) }),
  )
  return optional ? v.optional(entry, '') : entry
}

/** Fields of a new tier, in the order of the spec. */
export const fieldsOf = ({ endpoint, credentials, more }: TierType): readonly TierField[] => [
  { key: 'name', title: 'Name', kind: 'text', hint: texts.tierNameHelp },
  { key: 'endpoint', title: 'Endpoint', kind: 'text', hint: endpoint.hint, value: endpoint.value },
  ...credentials,
  { key: 'bucket', title: 'Bucket', kind: 'text' },
  {
    key: 'prefix',
    title: 'Prefix',
    kind: 'text',
    hint: texts.tierPrefixHelp,
  },
  { key: 'region', title: 'Region', kind: 'text' },
  ...more,
]

type Entry = v.GenericSchema<string, string> & { wrapped?: Entry }

/** Schema of a new tier's form: the checks of the contract, with friendly messages. */
export const schemaOf = (type: TierType) => {
  const { entries } = tierForms[type.id] as v.ObjectSchema<Record<string, Entry>, undefined>
  const checked = (key: string) => entries[key]?.wrapped ?? entries[key] ?? requiredText
  return v.object(Object.fromEntries(fieldsOf(type).map((field) => [field.key, entryOf(field, checked(field.key))])))
}

/** Schema of the form that changes a tier's credentials. */
export const credentialsSchemaOf = ({ update }: TierType) =>
  v.object(Object.fromEntries(update.map((field) => [field.key, entryOf(field, requiredText)])))

const halfWidth = ['bucket', 'prefix', 'region', 'storageclass']

/** Field behavior beyond the schema: names become uppercase while typing, files have a picker. */
export const optionsOf = (fields: readonly TierField[]) => {
  const entries = fields.map(
    ({ key, kind, title, hint }): [string, FieldOptions<Readonly<Record<string, unknown>>>] => {
      const width = halfWidth.includes(key) && { width: 'half' as const }
      if (kind === 'file')
        return [
          key,
          {
            render: ({ value, onChange, error }) => (
              <FileField
                label={title}
                accept=".json,application/json"
                maxKiB={MAX_KIB}
                validate={credentialsFileError}
                hint={hint}
                value={String(value)}
                onChange={(text) => onChange(text && base64(new TextEncoder().encode(text)))}
                error={error}
              />
            ),
          },
        ]
      if (key !== 'name') return [key, { ...width }]
      return [
        key,
        {
          render: ({ value, onChange, error }) => (
            <Field label={title} hint={hint} error={error}>
              <TextInput
                value={String(value)}
                onChange={(name) => onChange(name.toUpperCase())}
                name={key}
                look="mono"
              />
            </Field>
          ),
        },
      ]
    },
  )
  return Object.fromEntries(entries)
}
