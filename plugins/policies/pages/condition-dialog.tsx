import type { InferOutput } from 'valibot'
import { FormDialog, type FormSchema } from 'stowage/ui'

type DialogProps<S extends FormSchema> = Parameters<typeof FormDialog<S>>[0]

type ConditionDialogProps<S extends FormSchema> = Pick<DialogProps<S>, 'schema' | 'initial' | 'fields'> & {
  onAdd: (condition: InferOutput<S>) => void
  onClose: () => void
}

/** Dialog that adds a condition to a statement or to a question. */
export const ConditionDialog = <S extends FormSchema>({ onAdd, onClose, ...form }: ConditionDialogProps<S>) => (
  <FormDialog
    title="Add Condition"
    size="confirm"
    {...form}
    verb="Add"
    onClose={onClose}
    onSubmit={(condition: InferOutput<S>) => {
      onAdd(condition)
      onClose()
    }}
  />
)
