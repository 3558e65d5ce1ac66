import { useId, type ReactNode } from 'react'
import { showToast } from '../core/web/toasts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { form as formClass } from './form.css.ts'
import { FormFields } from './form.tsx'
import type { FormSchema, FormValues } from '../core/web/form-schema.ts'
import { useForm, type FormOptions } from './use-form.ts'

type FormDialogProps<S extends FormSchema> = Omit<FormOptions<S>, 'onSubmit'> & {
  title: string
  /** Label of the main button, and the one while busy: "Save", "Saving". */
  verb: string
  busyVerb?: string
  tone?: 'primary' | 'danger'
  size?: 'form' | 'confirm' | 'wide'
  /** A `Failure` that it throws is shown above the fields; the caller closes the dialog on success. */
  onSubmit: FormOptions<S>['onSubmit']
  /** Toast on success: "User successfully created". */
  done?: string
  onClose: () => void
  note?: string
  intro?: ReactNode
  /** Why the main button is disabled. */
  blocked?: (values: FormValues<S>) => string | false
  /** Below the fields. */
  children?: ReactNode | ((values: FormValues<S>) => ReactNode)
}

/** A form in a dialog: Cancel, the action, and errors above the fields. */
export const FormDialog = <S extends FormSchema>(props: FormDialogProps<S>) => {
  const {
    title,
    verb,
    busyVerb = verb,
    tone = 'primary',
    size,
    onClose,
    note,
    intro,
    blocked,
    children,
    done,
    onSubmit,
    ...options
  } = props
  const id = useId()
  const send: typeof onSubmit = async (value) => {
    await onSubmit(value)
    if (done) showToast(done)
  }
  const form = useForm({ ...options, onSubmit: send })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      note={note}
      dirty={form.dirty}
      {...(size && { size })}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            tone={tone}
            submit
            form={id}
            busy={form.busy ? busyVerb : undefined}
            disabled={blocked?.(form.values) ?? false}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.element} className={formClass} noValidate onSubmit={form.submit}>
        <FormFields form={form} intro={intro} />
        {typeof children === 'function' ? children(form.values) : children}
      </form>
    </Dialog>
  )
}
