import type { ReactNode } from 'react'
import { Banner, ErrorBanner } from './banner.tsx'
import { Button } from './button.tsx'
import { CheckboxGroup, RadioGroup, Switch } from './choice.tsx'
import { JsonEditor } from './code.tsx'
import { DateInput } from './date-input.tsx'
import { Field, NumberInput, SecretInput, Select, TextArea, TextInput } from './field.tsx'
import * as styles from './form.css.ts'
import type { FormSchema } from '../core/web/form-schema.ts'
import { ListInput } from './list-input.tsx'
import { useForm, type FormOptions, type FormState, type FieldState } from './use-form.ts'
import { busyText } from './noun.ts'

const text = (field: FieldState) => (typeof field.draft === 'string' ? field.draft : '')
const list = (field: FieldState) => (Array.isArray(field.draft) ? field.draft : [])

const stateOf = ({ disabled }: FieldState) => (disabled ? ('disabled' as const) : ('open' as const))

const Input = ({ field }: { field: FieldState }) => {
  const props = {
    value: text(field),
    onChange: field.set,
    onBlur: field.blur,
    placeholder: field.placeholder,
    name: field.name,
    autoComplete: field.autoComplete,
    state: stateOf(field),
  }
  switch (field.control) {
    case 'secret':
      return <SecretInput {...props} />
    case 'number':
      return <NumberInput {...props} unit={field.unit} />
    case 'date':
      return <DateInput {...props} />
    case 'select':
      return <Select {...props} options={field.options} />
    case 'area':
      return <TextArea {...props} />
    default:
      return <TextInput {...props} look={field.control === 'mono' ? 'mono' : undefined} />
  }
}

const Control = ({ field }: { field: FieldState }) => {
  const { label, error, optional, options, code, edited } = field
  const hint = field.disabled || field.hint
  if (field.render)
    return field.render({
      value: field.draft,
      values: field.values,
      onChange: field.set,
      error,
      blur: field.blur,
      fill: field.fill,
    })
  switch (field.control) {
    case 'switch':
      return (
        <Switch
          label={label}
          hint={hint}
          edited={edited}
          disabled={field.disabled}
          value={field.draft === true}
          onChange={field.set}
        />
      )
    case 'radio':
      return <RadioGroup {...{ label, hint, error, optional, options }} value={text(field)} onChange={field.set} />
    case 'checks':
      return <CheckboxGroup {...{ label, hint, error, optional, options }} value={list(field)} onChange={field.set} />
    case 'code':
      return <JsonEditor {...{ label, hint, error }} value={text(field)} onChange={field.set} onBlur={field.blur} />
    case 'list':
      return (
        <Field {...{ label, hint, error, optional, code, edited }}>
          <ListInput
            label={label}
            value={list(field)}
            placeholder={field.placeholder}
            state={stateOf(field)}
            onChange={field.set}
            onBlur={field.blur}
          />
        </Field>
      )
    default:
      return (
        <Field {...{ label, hint, error, optional, code, edited }}>
          <Input field={field} />
        </Field>
      )
  }
}

/** Fields of a form: its errors, then the introduction, then the fields. */
export const FormFields = <S extends FormSchema>({ form, intro }: { form: FormState<S>; intro?: ReactNode }) => (
  <>
    <ErrorBanner error={form.failure} onClose={form.dismiss} />
    {form.problems.length > 0 && <Banner tone="danger">{form.problems.join(' ')}</Banner>}
    {intro && <div className={styles.intro}>{intro}</div>}
    <div className={styles.fields}>
      {form.fields.map((field) => (
        <div key={field.name} className={styles.width[field.width]} data-field={field.name}>
          <Control field={field} />
        </div>
      ))}
    </div>
  </>
)

type FormProps<S extends FormSchema> = FormOptions<S> & {
  id: string
  /** Label of the submit button: "Save". Without it a button outside refers to the form's id. */
  verb?: string
  onCancel?: () => void
  /** Content between the fields and the buttons. */
  children?: ReactNode
}

/**
 * A form generated from a schema: labels from `v.title`, hints from `v.description`, controls from types, errors from
 * checks.
 */
export const Form = <S extends FormSchema>({ id, verb, onCancel, children, ...options }: FormProps<S>) => {
  const form = useForm(options)
  return (
    <form id={id} ref={form.element} className={styles.form} noValidate onSubmit={form.submit}>
      <FormFields form={form} />
      {children}
      {verb && (
        <div className={styles.actions}>
          {onCancel && <Button onPress={onCancel}>Cancel</Button>}
          <Button tone="primary" submit busy={form.busy ? busyText(verb) : undefined}>
            {verb}
          </Button>
        </div>
      )}
    </form>
  )
}
