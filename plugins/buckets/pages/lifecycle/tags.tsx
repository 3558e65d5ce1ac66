import * as v from 'valibot'
import { RuleTags } from '../../lifecycle.ts'
import { areTags, readTag, TagEditor } from '../tag-editor.tsx'
import * as messages from '../../messages.ts'

/** Tags of a rule, entered as `key=value`. */
export const TagList = v.optional(
  v.pipe(
    v.array(v.string()),
    v.title('Tags'),
    v.check(areTags, 'Write each tag as key=value'),
    v.transform((entries) => entries.map(readTag)),
    RuleTags,
  ),
  [],
)

export const tagsField = {
  render: ({
    value,
    onChange,
    error,
  }: {
    value: unknown
    onChange: (value: string[]) => void
    error: string | undefined
  }) => (
    <TagEditor
      hint={messages.ruleTagsHelp}
      optional
      error={error}
      value={Array.isArray(value) ? value : []}
      onChange={onChange}
    />
  ),
}
