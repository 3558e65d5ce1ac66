import * as v from 'valibot'
import { FormDialog } from 'stowage/ui'
import { example } from '../../contract.ts'
import { DocumentText } from '../document.ts'
import { StartFrom } from '../start-from.tsx'
import { templateOf } from '../templates.ts'
import * as messages from '../../messages.ts'

const Chosen = v.object({ start: v.optional(v.string()), policy: v.pipe(DocumentText, v.title('Result')) })

/** Replaces the document with a template. */
export const Template = ({ onClose, onChosen }: { onClose: () => void; onChosen: (text: string) => void }) => (
  <FormDialog
    title="Start from a Template"
    intro={messages.replacesDocument}
    schema={Chosen}
    initial={{ start: templateOf('').id, policy: example }}
    fields={{
      start: {
        render: ({ value, values, onChange, fill }) => (
          <StartFrom value={String(value)} policy={values.policy ?? ''} {...{ onChange, fill }} />
        ),
      },
    }}
    verb="Use Template"
    blocked={({ policy }) => !policy && 'Choose a template first'}
    onClose={onClose}
    onSubmit={async ({ policy }) => {
      onChosen(policy)
      onClose()
    }}
  />
)
