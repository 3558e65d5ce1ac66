import * as v from 'valibot'
import { call } from 'stowage/web'
import { Failure, list, text, displayName } from 'stowage'
import { FormDialog, newerChangeWouldBeLost, useInitial } from 'stowage/ui'
import { TagKey, TagValue } from 'stowage/plugins/object-browser'
import { buckets, documents, MAX_TAGS, type Tag } from '../../contract.ts'
import { areTags, readTag, TagEditor, tagText } from '../tag-editor.tsx'
import type { SettingProps } from './setting.ts'
import * as messages from '../../messages.ts'

/** Existing tags stay as they are: as text, a key with "=" reads as another tag. */
const schemaFor = (before: readonly Tag[]) =>
  v.object({
    tags: v.pipe(
      list(text(400), MAX_TAGS),
      v.title('Tags'),
      v.check(areTags, 'Write each tag as key=value'),
      v.transform((entries) => entries.map((entry) => before.find((tag) => tagText(tag) === entry) ?? readTag(entry))),
      v.array(v.object({ key: TagKey, value: TagValue })),
      v.check((tags) => new Set(tags.map(({ key }) => key)).size === tags.length, 'Tag keys must be unique'),
    ),
  })

/** Merges an edit into the current tags: applies the difference between `before` and `after`, keeps the rest. */
export const mergeTags = (
  now: readonly Tag[],
  before: readonly Tag[],
  after: readonly Tag[],
): Record<string, string> => {
  const had = new Map(before.map(({ key, value }) => [key, value]))
  const has = new Set(after.map(({ key }) => key))
  const unchanged = now.filter(({ key }) => has.has(key) || !had.has(key))
  const changed = after.filter(({ key, value }) => had.get(key) !== value)
  return Object.fromEntries([...unchanged, ...changed].map(({ key, value }) => [key, value]))
}

/** Applies an edit; saving replaces all tags, and another user may have changed them since. */
const save = async (bucket: string, before: readonly Tag[], after: readonly Tag[]) => {
  const { tags: now = [] } = await call(buckets.info, { params: { bucket } })
  await call(documents.setTags, { params: { bucket }, body: { tags: mergeTags(now, before, after) } })
}

/** Reverts an edit, unless another user has changed one of its tags since. */
const revert = async (bucket: string, before: readonly Tag[], after: readonly Tag[]) => {
  const { tags: now = [] } = await call(buckets.info, { params: { bucket } })
  const [had, has, current] = [before, after, now].map((tags) => new Map(tags.map(({ key, value }) => [key, value])))
  for (const key of [...had!.keys(), ...has!.keys()])
    if (had!.get(key) !== has!.get(key) && current!.get(key) !== has!.get(key))
      throw new Failure(409, newerChangeWouldBeLost(`the tag ${displayName(key)}`))
  await call(documents.setTags, { params: { bucket }, body: { tags: mergeTags(now, after, before) } })
}

export const EditTags = ({ bucket, current, ...dialog }: SettingProps & { current: readonly Tag[] }) => {
  const before = useInitial(current)
  return (
    <FormDialog
      title="Edit Tags"
      schema={schemaFor(before)}
      initial={{ tags: before.map(tagText) }}
      fields={{
        tags: {
          render: ({ value, onChange, error }) => (
            <TagEditor
              hint="Letters, digits, spaces and + - = . _ : / @"
              error={error}
              value={Array.isArray(value) ? value : []}
              onChange={onChange}
            />
          ),
        },
      }}
      verb="Save"
      {...dialog}
      done={messages.settingChanged('Tags', displayName(bucket), 'updated')}
      onSubmit={({ tags }) => save(bucket, before, tags)}
      undo={({ tags }) => revert(bucket, before, tags)}
    />
  )
}
