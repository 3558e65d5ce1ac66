import * as v from 'valibot'
import type { Option } from './field.tsx'
import { dayError } from './day.ts'
import { capitalize } from './noun.ts'
import { isDefaultMessage } from '../core/protocol/valibot-texts.ts'
import type { FormSchema } from '../core/web/form-schema.ts'

export type Control =
  | 'text'
  | 'mono'
  | 'secret'
  | 'number'
  | 'date'
  | 'switch'
  | 'select'
  | 'radio'
  | 'list'
  | 'checks'
  | 'area'
  | 'code'

/** Properties that `v.metadata({…})` can set for an entry beyond its type. */
type Metadata = { control?: Control; options?: Readonly<Record<string, string>>; unit?: string; placeholder?: string }

/** Form field derived from a schema entry. */
export type FieldSpec = {
  name: string
  label: string
  hint: string | undefined
  control: Control
  optional: boolean
  /** A list that requires an item, although its schema does not. */
  nonempty?: true
  numeric: boolean
  options: readonly Option[]
  unit: string | undefined
  placeholder: string | undefined
  initial: Draft
}

/** Value of a control while it is edited; numbers as typed. */
export type Draft = string | boolean | string[]
export type Drafts = Readonly<Record<string, Draft>>

type Entry = v.GenericSchema & { wrapped?: Entry; default?: unknown; options?: unknown; item?: Entry }

const unwrap = (entry: Entry): Entry => (entry.wrapped ? unwrap(entry.wrapped) : entry)

const isOptional = (entry: Entry) => /^(optional|exact_optional|nullish|undefinedable|nullable)$/.test(entry.type)

const readMeta = <T>(entry: Entry, read: (schema: Entry) => T | undefined): T | undefined =>
  read(entry) ?? (entry.wrapped ? readMeta(entry.wrapped, read) : undefined)

/** Label from a name: `current_secret_key`, `newSecretKey` become "Current secret key", "New secret key". */
const labelOf = (name: string) =>
  capitalize(
    name
      .replace(/_/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase(),
  )

const typeControl: Record<string, Control> = {
  number: 'number',
  boolean: 'switch',
  picklist: 'select',
  enum: 'select',
  array: 'list',
}

const choicesOf = (inner: Entry) => {
  const { options } = inner.type === 'array' && inner.item ? unwrap(inner.item) : inner
  return Array.isArray(options) ? options.map(String) : []
}

/** The draft for a schema value. */
export const draftOf = (control: Control, value: unknown): Draft => {
  if (control === 'switch') return value === true
  if (control === 'list' || control === 'checks') return Array.isArray(value) ? value.map(String) : []
  return value === undefined || value === null ? '' : String(value)
}

const fieldSpec = (name: string, entry: Entry): FieldSpec => {
  const inner = unwrap(entry)
  const metadata: Metadata = { ...v.getMetadata(inner), ...v.getMetadata(entry) }
  const choices = choicesOf(inner)
  const isMultiple = inner.type === 'array' && choices.length > 0
  const control = metadata.control ?? (isMultiple ? 'checks' : (typeControl[inner.type] ?? 'text'))
  return {
    name,
    label: readMeta(entry, v.getTitle) ?? labelOf(name),
    hint: readMeta(entry, v.getDescription),
    control,
    optional: isOptional(entry),
    numeric: inner.type === 'number',
    options: choices.map((value) => ({ value, label: metadata.options?.[value] ?? labelOf(value) })),
    unit: metadata.unit,
    placeholder: metadata.placeholder,
    initial: draftOf(control, typeof entry.default === 'function' ? undefined : entry.default),
  }
}

/** Fields of a schema, in order. */
export const fieldSpecs = (schema: FormSchema) =>
  Object.entries(schema.entries).map(([name, entry]) => fieldSpec(name, entry as Entry))

/** The schema value of a draft: an empty optional entry is omitted. */
const valueOf = ({ optional, numeric }: FieldSpec, draft: Draft): unknown => {
  if (typeof draft !== 'string') return draft
  if (draft === '' && (optional || numeric)) return undefined
  return numeric ? Number(draft) : draft
}

/** Schema input from the drafts of these fields. */
export const schemaInput = (specs: readonly FieldSpec[], drafts: Drafts) =>
  Object.fromEntries(
    specs
      .map((spec) => [spec.name, valueOf(spec, drafts[spec.name] ?? '')] as const)
      .filter(([, value]) => value !== undefined),
  )

const missingMessage = ({ control, numeric }: FieldSpec) => {
  if (numeric) return 'Enter a number'
  return control === 'select' || control === 'radio' ? 'Choose one' : 'Field cannot be empty'
}

const isEmpty = (draft: Draft | undefined) => draft === '' || draft === undefined

/** The valid value, or errors: by field, and in `other` those of no visible field. */
export type ValidationResult<S extends FormSchema> =
  | { value: v.InferOutput<S>; errors?: undefined; other?: undefined }
  | { value?: undefined; errors: Readonly<Record<string, string>>; other: string[] }

/** Validates drafts. An empty required text and an invalid day are errors even if the schema accepts them. */
export const validateDrafts = <S extends FormSchema>(
  schema: S,
  specs: readonly FieldSpec[],
  drafts: Drafts,
): ValidationResult<S> => {
  const result = v.safeParse(schema, schemaInput(specs, drafts), { abortPipeEarly: true })
  const errors: Record<string, string> = {}
  const other: string[] = []
  for (const issue of result.issues ?? []) {
    const spec = specs.find(({ name }) => name === issue.path?.[0]?.key)
    // valibot's own messages ("Invalid type: Expected …") are for programmers
    const message = isDefaultMessage(issue) ? undefined : issue.message
    if (spec) errors[spec.name] ??= message ?? missingMessage(spec)
    else {
      const hidden = fieldSpecs(schema).find(({ name }) => name === issue.path?.[0]?.key)
      other.push(hidden ? `${hidden.label}: ${message ?? missingMessage(hidden)}` : issue.message)
    }
  }
  for (const spec of specs) {
    const draft = drafts[spec.name]
    const isMissing = isEmpty(draft) || (spec.nonempty === true && Array.isArray(draft) && draft.length === 0)
    if (!spec.optional && spec.control !== 'switch' && isMissing) errors[spec.name] ??= missingMessage(spec)
    const invalidDay = spec.control === 'date' && typeof draft === 'string' && dayError(draft)
    if (invalidDay) errors[spec.name] = invalidDay
  }
  return result.success && Object.keys(errors).length === 0 ? { value: result.output } : { errors, other }
}
