import * as v from 'valibot'
import { Field, TextInput } from 'stowage/ui'
import { LifecyclePrefix, RuleTags } from '../../lifecycle.ts'
import { areTags, readTag, TagEditor } from '../tag-editor.tsx'
import * as messages from '../../messages.ts'

/** Objects that a rule applies to: those below a prefix, and with tags, entered as `key=value`. */
export const ruleFilter = {
  prefix: v.optional(
    v.pipe(
      LifecyclePrefix,
      v.description(messages.rulePrefixHelp),
      v.metadata({ control: 'mono', placeholder: 'logs/' }),
    ),
  ),
  tags: v.optional(
    v.pipe(
      v.array(v.string()),
      v.title('Tags'),
      v.check(areTags, 'Write each tag as key=value'),
      v.transform((entries) => entries.map(readTag)),
      RuleTags,
    ),
    [],
  ),
}

type Drawn = { value: unknown; onChange: (value: string[]) => void; error: string | undefined }

/** Editor of a rule's tags; `refusal` says why it has none. */
export const tagsField = (refusal?: string) => ({
  render: ({ value, onChange, error }: Drawn) =>
    refusal ? (
      <Field label="Tags" hint={refusal} optional>
        <TextInput value="" onChange={() => {}} state="disabled" />
      </Field>
    ) : (
      <TagEditor
        hint={messages.ruleTagsHelp}
        optional
        error={error}
        value={Array.isArray(value) ? value : []}
        onChange={onChange}
      />
    ),
})
