import { useId, useRef, useState, type ReactNode } from 'react'
import type { InferOutput } from 'valibot'
import { Failure } from '../core/protocol/failure.ts'
import { showError, showToast } from '../core/web/toasts.ts'
import { Button } from './button.tsx'
import { CancelButton } from './cancel-button.tsx'
import { Dialog } from './dialog-on-demand.tsx'
import { form as formClass } from './form.css.ts'
import { FormFields } from './form.tsx'
import type { FormSchema, FormValues } from '../core/web/form-schema.ts'
import { useForm, type FormOptions } from './use-form.ts'
import { changedMeanwhile } from './messages.ts'
import { busyText } from './noun.ts'
import { guardUndo, hasChanged, type Replaced } from './undo.ts'

type FormDialogProps<S extends FormSchema> = Omit<FormOptions<S>, 'onSubmit' | 'savedAs'> & {
  title: string
  /** Label of the main button: "Save"; while busy it says "Saving". */
  verb: string
  tone?: 'primary' | 'danger'
  size?: 'form' | 'confirm' | 'wide'
  /** A `Failure` that it throws is shown above the fields. With `false` nothing was done, and the dialog stays open. */
  onSubmit: (value: InferOutput<S>) => unknown
  /** Toast on success: "User ana created". With it the dialog closes itself. */
  done?: string | ((value: InferOutput<S>) => string)
  /** Reloads what the dialog changed, after `done`, after Undo, and if someone else has changed it. */
  onDone?: (() => unknown) | undefined
  /** Reverts the change; the toast offers it. */
  undo?: ((value: InferOutput<S>) => Promise<unknown>) | undefined
  /** The resource that `onSubmit` and `undo` replace as a whole. Not needed if they merge. */
  replaces?: Replaced
  /** Identifies the dialog on its page, if its initial values differ each time. */
  savedAs?: string
  onClose: () => void
  note?: string
  intro?: ReactNode
  /** Why the main button is disabled. */
  blocked?: (values: FormValues<S>) => string | false
  /** Content below the fields. */
  children?: ReactNode | ((values: FormValues<S>) => ReactNode)
}

/**
 * A form in a dialog: Cancel, the action, and errors above the fields. Stays open while it sends: closed, it could not
 * show the result.
 */
export const FormDialog = <S extends FormSchema>(props: FormDialogProps<S>) => {
  const {
    title,
    verb,
    tone = 'primary',
    size,
    onClose,
    note,
    intro,
    blocked,
    children,
    done,
    onDone,
    undo,
    replaces,
    onSubmit,
    ...options
  } = props
  const id = useId()
  const sending = useRef(false)
  // a reload of the page does not change what the form was filled from
  const replacedAtOpening = useRef(replaces)
  const send = async (value: InferOutput<S>) => {
    sending.current = true
    try {
      if (replacedAtOpening.current && (await hasChanged(replacedAtOpening.current))) {
        // the dialog shows the change when it is opened again
        void onDone?.()
        throw new Failure(409, changedMeanwhile(replacedAtOpening.current.what))
      }
      if ((await onSubmit(value)) === false || !done) return
    } finally {
      sending.current = false
    }
    onClose()
    const revert = undo && replaces ? await guardUndo(undo, replaces) : undo
    showToast(
      typeof done === 'string' ? done : done(value),
      revert && { label: 'Undo', run: () => void revert(value).then(onDone, showError) },
    )
    await onDone?.()
  }
  // dialogs of two rows may have the same title
  const [savedAs] = useState(() => options.savedAs ?? title + JSON.stringify(options.initial))
  const form = useForm({ ...options, savedAs, onSubmit: send })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      note={note}
      dirty={form.dirty}
      isSaving={() => sending.current}
      {...(size && { size })}
      footer={
        <>
          <CancelButton busy={form.busy} onPress={onClose} />
          <Button
            tone={tone}
            submit
            form={id}
            busy={form.busy ? busyText(verb) : undefined}
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
