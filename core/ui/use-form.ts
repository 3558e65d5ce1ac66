import { startTransition, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { InferInput, InferOutput } from 'valibot'
import { Failure } from '../failure.ts'
import type { Option } from './field.tsx'
import {
  check,
  draftOf,
  inputOf,
  plansOf,
  type Control,
  type Draft,
  type Drafts,
  type FieldPlan,
  type FormSchema,
} from './form-schema.ts'

/** What a page adds to the schema's own description of one field. */
export type FieldOptions<Values> = {
  label?: string
  hint?: string | undefined
  placeholder?: string
  unit?: string
  control?: Control
  /** Choices that only the page knows; makes a text a select and a list a row of checkboxes. */
  options?: readonly Option[]
  /** Two short related fields stand beside each other. */
  width?: 'half'
  autoComplete?: string
  /** Whether it is shown; what is hidden is not sent, so its entry must be optional. */
  visible?: (values: Values) => boolean
  /** While it is shown it has to be filled in, although its entry is optional. */
  required?: true
  /** What programs call it. */
  code?: string
  /** It differs from what is stored. */
  edited?: boolean
  /** What only the page knows to be wrong with it; it keeps nothing from being sent. */
  error?: string | undefined
  /** Why it cannot be changed now. */
  disabled?: (values: Values) => string | false
  /** A control of the page's own in place of the drawn one; it may fill in another field. */
  render?: (control: {
    value: Draft
    onChange: (value: Draft) => void
    error: string | undefined
    /** It was left: from now on its error shows. */
    blur: () => void
    fill: (name: keyof Values & string, value: Draft) => void
  }) => ReactNode
}

/** The field of a form that a failure names: `endpoint` also for `minio.endpoint`. */
const fieldOf = ({ field = '' }: Failure, names: readonly string[]) => {
  const last = field.slice(field.lastIndexOf('.') + 1)
  return names.find((name) => name === field) ?? names.find((name) => name === last)
}

/** Drafts read as the schema's input: what is empty or half typed may be missing. */
export type FormValues<S extends FormSchema> = Partial<InferInput<S>>

export type FormOptions<S extends FormSchema> = {
  schema: S
  initial?: FormValues<S> | undefined
  fields?: { readonly [Name in keyof InferInput<S>]?: FieldOptions<FormValues<S>> } | undefined
  /** Asks before the checked value is sent; after a no the form stands as it was. */
  ask?: ((value: InferOutput<S>) => Promise<boolean>) | undefined
  /** Gets the checked value. A `Failure` that it throws is shown above the fields. */
  onSubmit: (value: InferOutput<S>) => void | Promise<void>
  /**
   * The field that a failure is about, where it is not the one that the failure names: the message stands there too,
   * until the field is changed.
   */
  blame?: ((failure: Failure) => (keyof S['entries'] & string) | undefined) | undefined
  onChange?: ((values: FormValues<S>) => void) | undefined
}

/** A field as it is drawn now. */
export type LiveField = FieldPlan & {
  draft: Draft
  error: string | undefined
  disabled: string | false
  width: 'full' | 'half'
  autoComplete: string | undefined
  code: string | undefined
  edited: boolean
  render: FieldOptions<Record<string, unknown>>['render']
  fill: (name: string, draft: Draft) => void
  set: (draft: Draft) => void
  blur: () => void
}

const planFor = (plan: FieldPlan, options: FieldOptions<never> = {}): FieldPlan => {
  const { label, hint, placeholder, unit, required, options: choices } = options
  const chosen = choices && (plan.control === 'list' ? 'checks' : plan.control === 'text' ? 'select' : undefined)
  return {
    ...plan,
    control: options.control ?? chosen ?? plan.control,
    ...(label && { label }),
    ...(hint && { hint }),
    ...(placeholder && { placeholder }),
    ...(unit && { unit }),
    ...(required && { optional: false, nonempty: true as const }),
    ...(choices && { options: choices }),
  }
}

const same = (one: Drafts, other: Drafts) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The state of a form over an object schema: an error shows once its field was changed and left, or the form sent, and
 * then follows the typing. While the sending runs, `busy` is true and a second one does nothing.
 */
export const useForm = <S extends FormSchema>({
  schema,
  initial,
  fields,
  ask,
  onSubmit,
  blame,
  onChange,
}: FormOptions<S>) => {
  const [plans] = useState(() => plansOf(schema))
  const [drafts, setDrafts] = useState<Drafts>(() =>
    Object.fromEntries(
      plans.map((plan) => {
        const given = (initial as Record<string, unknown> | undefined)?.[plan.name]
        return [plan.name, given === undefined ? plan.initial : draftOf(plan.control, given)]
      }),
    ),
  )
  const latest = useRef(drafts)
  latest.current = drafts
  const [pristine, setPristine] = useState(drafts)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [refused, setRefused] = useState<{ name: string; draft: Draft | undefined; words: string }>()
  const element = useRef<HTMLFormElement>(null)

  const optionsOf = (name: string) => fields?.[name as keyof InferInput<S>]
  const valuesOf = (of: Drafts) => inputOf(plans, of) as FormValues<S>
  const values = valuesOf(drafts)
  const shown = plans
    .filter(({ name }) => optionsOf(name)?.visible?.(values) ?? true)
    .map((plan) => planFor(plan, optionsOf(plan.name)))
  const checked = check(schema, shown, drafts)

  // a field that nobody has changed is judged once the form is sent: forms open valid, whatever they are filled with
  const isJudged = (name: string) =>
    sent || (left.has(name) && JSON.stringify(drafts[name]) !== JSON.stringify(pristine[name]))
  const refusal = (name: string) =>
    refused?.name === name && refused.draft === drafts[name] ? refused.words : undefined
  const set = (name: string, draft: Draft) => {
    // a control may fill in another field right after its own
    latest.current = { ...latest.current, [name]: draft }
    setDrafts(latest.current)
    onChange?.(valuesOf(latest.current))
  }
  const live = shown.map((plan): LiveField => {
    const options = optionsOf(plan.name)
    return {
      ...plan,
      draft: drafts[plan.name] ?? '',
      error: (isJudged(plan.name) ? checked.errors?.[plan.name] : undefined) ?? refusal(plan.name) ?? options?.error,
      disabled: options?.disabled?.(values) ?? false,
      width: options?.width ?? 'full',
      autoComplete: options?.autoComplete,
      code: options?.code,
      edited: options?.edited ?? false,
      render: options?.render,
      set: (draft) => set(plan.name, draft),
      fill: set,
      // not at once: a dialog takes what leaves the page while the focus is on its way for a loss of it, and catches it
      blur: () => startTransition(() => setLeft((before) => new Set(before).add(plan.name))),
    }
  })

  const running = useRef(false)

  const send = async (value: InferOutput<S>) => {
    running.current = true
    setFailure(undefined)
    try {
      // nothing is being sent while a question is open
      if (ask && !(await ask(value))) return
      setBusy(true)
      await onSubmit(value)
      setPristine(drafts)
      setSent(false)
      setLeft(new Set())
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setFailure(error)
      const name = blame?.(error) ?? fieldOf(error, Object.keys(schema.entries))
      setRefused(name === undefined ? undefined : { name, draft: drafts[name], words: error.message })
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
    setSent(true)
    if (checked.errors) focusFirstError(element.current, shown.find(({ name }) => checked.errors[name])?.name)
    else void send(checked.value)
  }

  return {
    element,
    fields: live,
    values,
    /** What all of it says; nothing while something is wrong. */
    value: checked.value,
    dirty: !same(drafts, pristine),
    busy,
    failure,
    /** Problems that belong to no field that is shown. */
    problems: sent ? (checked.other ?? []) : [],
    set: <Name extends keyof InferInput<S> & string>(name: Name, draft: Draft) => set(name, draft),
    dismiss: () => setFailure(undefined),
    submit,
  }
}

export type FormState<S extends FormSchema> = ReturnType<typeof useForm<S>>

const focusFirstError = (form: HTMLFormElement | null, name: string | undefined) => {
  const field = form?.querySelector<HTMLElement>(`[data-field="${name}"]`)
  field?.querySelector<HTMLElement>('input, select, textarea')?.focus()
}
