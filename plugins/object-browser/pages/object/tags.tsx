import { lastName } from '../path.ts'
import { displayName, Failure } from 'stowage'
import * as v from 'valibot'
import { call } from 'stowage/web'
import { confirmDelete, FormDialog, newerChangeWouldBeLost } from 'stowage/ui'
import { type Item, objects, TagKey, type Tags, TagValue } from '../../contract.ts'
import { inputOf, type SettingProps } from './setting.ts'
import * as messages from '../../messages.ts'

/** Changes tags by reading them first, because saving replaces the whole set and others may have changed it. */
const change = async (bucket: string, item: Item, next: (tags: Tags) => Tags) => {
  const input = inputOf(bucket, item)
  const { tags } = await call(objects.info, input)
  if (!tags) throw new Failure(403, messages.tagsCannotBeRead)
  await call(objects.setTags, { ...input, body: { tags: next(tags) } })
}

/** Reverts the change of one tag, unless another user has changed that tag since. */
const revert = (bucket: string, item: Item, key: string, saved: string | undefined, before: string | undefined) =>
  change(bucket, item, ({ [key]: now, ...others }) => {
    if (now !== saved) throw new Failure(409, newerChangeWouldBeLost(`the tag ${displayName(key)}`))
    return before === undefined ? others : { ...others, [key]: before }
  })

/** Dialog that adds a tag to a version. */
export const AddTag = ({ bucket, item, ...dialog }: SettingProps) => {
  const schema = v.object({
    key: v.pipe(
      TagKey,
      v.check((key) => !Object.hasOwn(item.tags ?? {}, key), messages.tagExists),
    ),
    value: v.pipe(TagValue, v.nonEmpty('Enter a value')),
  })
  return (
    <FormDialog
      title="Add New Tag"
      size="confirm"
      schema={schema}
      fields={{ key: { placeholder: 'project' }, value: { placeholder: 'apollo' } }}
      verb="Save"
      blocked={({ key, value }) => !(key && value) && messages.enterKeyAndValue}
      {...dialog}
      done={({ key }) => messages.tagAdded(displayName(key), displayName(lastName(item.name)))}
      onSubmit={({ key, value }) => change(bucket, item, (tags) => ({ ...tags, [key]: value }))}
      undo={({ key, value }) => revert(bucket, item, key, value, undefined)}
    />
  )
}

/** Confirms, then deletes a tag; resolves to true once done. */
export const deleteTag = (bucket: string, item: Item, key: string, onDone: () => Promise<unknown>) =>
  confirmDelete({
    noun: 'Tag',
    name: key,
    onDone,
    revert: () => revert(bucket, item, key, undefined, item.tags?.[key]),
    body: (
      <>
        This deletes the tag <strong>{key}</strong> with the value <strong>{item.tags?.[key]}</strong>.
      </>
    ),
    run: () => change(bucket, item, ({ [key]: _gone, ...tags }) => tags),
  })
