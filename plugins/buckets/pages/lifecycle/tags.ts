import * as v from 'valibot'
import { RuleTags } from '../../lifecycle.ts'

const readTag = (text: string) => {
  const at = text.indexOf('=')
  return { key: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }
}

/** The tags of a rule, typed one by one as `key=value`. */
export const TagList = v.optional(
  v.pipe(
    v.array(v.string()),
    v.title('Tags'),
    v.description('Only objects that have all of these tags.'),
    v.metadata({ placeholder: 'key=value' }),
    v.check((entries) => entries.every((entry) => entry.indexOf('=') > 0), 'Write each tag as key=value'),
    v.transform((entries) => entries.map(readTag)),
    RuleTags,
  ),
  [],
)
