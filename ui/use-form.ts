import { startTransition, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { InferInput, InferOutput } from 'valibot'
import { Failure } from '../core/protocol/failure.ts'
import type { FormSchema, FormValues } from '../core/web/form-schema.ts'
import type { Option } from './field.tsx'
import {
  validateDrafts,
  draftOf,
  schemaInput,
  fieldSpecs,
  type Control,
  type Draft,
  type Drafts,
  type FieldSpec,
} from './field-specs.ts'
import { useSavedDrafts } from './saved-drafts.ts'

/** Options of a field beyond its schema. */
export type FieldOptions<Values> = {
  label?: string
  hint?: string | undefined
  placeholder?: string
  unit?: string
  control?: Control
  /** Options known only at run time; they turn a text into a select and a list into checkboxes. */
  options?: readonly Option[]
  /** Two short related fields side by side. */
  width?: 'half'
  autoComplete?: string
  /** Whether it is shown. Hidden fields are not sent, so their entry must be optional. */
  visible?: (values: Values) => boolean
  /** Required while visible, although its entry is optional. */
  required?: true
  /** Technical name of the field. */
  code?: string
  /** Differs from the stored value. */
  edited?: boolean
  /** Error found by the page; it does not block submission. */
  error?: string | undefined
  /** Why it is disabled. */
  disabled?: (values: Values) => string | false
  /** Custom control in place of the default one; it may also set other fields. */
  render?: (control: {
    value: Draft
    /** Values of all fields of the form. */
    values: Values
    onChange: (value: Draft) => void
    error: string | undefined
    /** Marks it as touched, so that its error shows. */
    blur: () => void
    fill: (name: keyof Values & string, value: Draft) => void
  }) => ReactNode
}

/** Form field that a failure names: `endpoint` also for `minio.endpoint`. */
const fieldOf = ({ field = '' }: Failure, names: readonly string[]) => {
  const last = field.slice(field.lastIndexOf('.') + 1)
  return names.find((name) => name === field) ?? names.find((name) => name === last)
}

export type FormOptions<S extends FormSchema> = {
  schema: S
  initial?: FormValues<S> | undefined
  fields?: { readonly [Name in keyof InferInput<S>]?: FieldOptions<FormValues<S>> } | undefined
  /** Asks before the valid value is sent; if refused, the form stays as it was. */
  ask?: ((value: InferOutput<S>) => Promise<boolean>) | undefined
  /** Receives the valid value. A `Failure` that it throws is shown above the fields. */
  onSubmit: (value: InferOutput<S>) => void | Promise<void>
  /**
   * Field that a failure is about, if it is not the one the failure names. The message is also shown there until the
   * field changes.
   */
  failedField?: ((failure: Failure) => (keyof S['entries'] & string) | undefined) | undefined
  onChange?: ((values: FormValues<S>) => void) | undefined
  /**
   * Identifies the form on its page if its input is restored by a sign-in after the session has ended. Forms for
   * different resources need different names.
   */
  savedAs?: string
}

/** A field as currently rendered. */
export type FieldState = FieldSpec & {
  draft: Draft
  error: string | undefined
  disabled: string | false
  width: 'full' | 'half' | 'short'
  autoComplete: string | undefined
  code: string | undefined
  edited: boolean
  render: FieldOptions<Record<string, unknown>>['render']
  values: Record<string, unknown>
  fill: (name: string, draft: Draft) => void
  set: (draft: Draft) => void
  blur: () => void
}

const withOptions = (spec: FieldSpec, options: FieldOptions<never> = {}): FieldSpec => {
  const { label, hint, placeholder, unit, required, options: choices } = options
  const chosen = choices && (spec.control === 'list' ? 'checks' : spec.control === 'text' ? 'select' : undefined)
  return {
    ...spec,
    control: options.control ?? chosen ?? spec.control,
    ...(label && { label }),
    ...(hint && { hint }),
    ...(placeholder && { placeholder }),
    ...(unit && { unit }),
    ...(required && { optional: false, nonempty: true as const }),
    ...(choices && { options: choices }),
  }
}

const isEqual = (one: Draft | undefined, other: Draft | undefined) => JSON.stringify(one) === JSON.stringify(other)

/**
 * State of a form over an object schema. An error shows once its field was changed and left, or the form submitted, and
 * then follows the typing. While submitting, `busy` is true and further submissions are ignored.
 */
export const useForm = <S extends FormSchema>({
  schema,
  initial,
  fields,
  ask,
  onSubmit,
  failedField,
  onChange,
  savedAs,
}: FormOptions<S>) => {
  const [specs] = useState(() => fieldSpecs(schema))
  const [pristine, setPristine] = useState<Drafts>(() =>
    Object.fromEntries(
      specs.map((spec) => {
        const initialValue = (initial as Record<string, unknown> | undefined)?.[spec.name]
        return [spec.name, initialValue === undefined ? spec.initial : draftOf(spec.control, initialValue)]
      }),
    ),
  )
  const names = specs.map(({ name }) => name)
  const { restored, update } = useSavedDrafts(savedAs, names)
  const [drafts, setDrafts] = useState<Drafts>({ ...pristine, ...restored })
  const latest = useRef(drafts)
  latest.current = drafts
  const changed = names.filter((name) => !isEqual(drafts[name], pristine[name]))
  const dirty = changed.length > 0
  update(dirty ? Object.fromEntries(changed.map((name) => [name, drafts[name]!])) : undefined)
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [serverError, setServerError] = useState<{ name: string; draft: Draft | undefined; text: string }>()
  const element = useRef<HTMLFormElement>(null)

  const optionsOf = (name: string) => fields?.[name as keyof InferInput<S>]
  const valuesOf = (of: Drafts) => schemaInput(specs, of) as FormValues<S>
  const values = valuesOf(drafts)
  const visibleFields = specs
    .filter(({ name }) => optionsOf(name)?.visible?.(values) ?? true)
    .map((spec) => withOptions(spec, optionsOf(spec.name)))
  const checked = validateDrafts(schema, visibleFields, drafts)

  // untouched fields are validated on submission: forms start valid with any initial values
  const isValidated = (name: string) => isSubmitted || (leftFields.has(name) && changed.includes(name))
  const serverErrorOf = (name: string) =>
    serverError?.name === name && serverError.draft === drafts[name] ? serverError.text : undefined
  const set = (name: string, draft: Draft) => {
    // a control may set another field directly after its own
    latest.current = { ...latest.current, [name]: draft }
    setDrafts(latest.current)
    onChange?.(valuesOf(latest.current))
  }
  useEffect(() => {
    if (restored) onChange?.(valuesOf(latest.current))
  }, [])
  const fieldStates = visibleFields.map((spec): FieldState => {
    const options = optionsOf(spec.name)
    return {
      ...spec,
      draft: drafts[spec.name] ?? '',
      error:
        (isValidated(spec.name) ? checked.errors?.[spec.name] : undefined) ??
        serverErrorOf(spec.name) ??
        options?.error,
      disabled: options?.disabled?.(values) ?? false,
      // a number needs no long input
      width: options?.width ?? (spec.control === 'number' && !options?.render ? 'short' : 'full'),
      autoComplete: options?.autoComplete,
      code: options?.code,
      edited: options?.edited ?? false,
      render: options?.render,
      values,
      set: (draft) => set(spec.name, draft),
      fill: set,
      // deferred: otherwise a dialog would treat the focus leaving the page as lost focus, and take it back
      blur: () => startTransition(() => setLeftFields((before) => new Set(before).add(spec.name))),
    }
  })

  const running = useRef(false)

  const send = async (value: InferOutput<S>) => {
    running.current = true
    setFailure(undefined)
    try {
      // not busy while a question is open
      if (ask && !(await ask(value))) return
      setBusy(true)
      await onSubmit(value)
      setPristine(drafts)
      setSubmitted(false)
      setLeftFields(new Set())
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setFailure(error)
      const name = failedField?.(error) ?? fieldOf(error, Object.keys(schema.entries))
      setServerError(name === undefined ? undefined : { name, draft: drafts[name], text: error.message })
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    // a form in a dialog is a child of the page's form for React, though not in the document
    event?.stopPropagation()
    if (running.current) return
    setSubmitted(true)
    if (checked.errors) focusFirstError(element.current, visibleFields.find(({ name }) => checked.errors[name])?.name)
    else void send(checked.value)
  }

  return {
    element,
    fields: fieldStates,
    values,
    /** The valid value; `undefined` while there are errors. */
    value: checked.value,
    dirty,
    busy,
    failure,
    /** Errors of no visible field. */
    problems: isSubmitted ? (checked.other ?? []) : [],
    set: <Name extends keyof InferInput<S> & string>(name: Name, draft: Draft) => set(name, draft),
    dismiss: () => setFailure(undefined),
    submit,
  }
}

export type FormState<S extends FormSchema> = ReturnType<typeof useForm<S>>

const focusFirstError = (form: HTMLFormElement | null, name: string | undefined) => {
  const field = form?.querySelector<HTMLElement>(`[data-field="${name}"]`)
  if (field) field.querySelector<HTMLElement>('input, select, textarea')?.focus()
  // other errors are above the fields
  else form?.scrollIntoView()
}
