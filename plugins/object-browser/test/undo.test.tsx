import type { Send } from '../../../test/server/host.ts'
import { suite } from '../../../test/lib/suite.ts'
import { defineUndoTests, fill, pressButton, pressDialogButton, reading, sending } from '../../../test/lib/undo.tsx'
import { click, field } from '../../../test/lib/react.tsx'
import type { Item } from '../contract.ts'
import { SetLegalHold } from '../pages/object/legal-hold.tsx'
import { AddTag, deleteTag } from '../pages/object/tags.tsx'

const dialog = { bucket: 'photos', onClose: () => undefined, onDone: async () => undefined }

const upload = async (root: Send) => {
  await sending(['POST', '/api/v1/buckets', { name: 'photos', versioning: true, locking: true }])(root)
  const body = '--xyz\r\ncontent-disposition: form-data; name="3"; filename="f"\r\n\r\ncat\r\n--xyz--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=xyz' }
  await root('POST', '/api/v1/buckets/photos/objects/upload?key=cat.png', body, headers)
}
const newest = async (root: Send) => {
  const { objects } = (await reading('/api/v1/buckets/photos/objects?with_versions=true')(root)) as { objects: Item[] }
  return objects[0]!
}
/** A call about the newest version. */
const urlOf = async (root: Send, name: string) =>
  `/api/v1/buckets/photos/objects/${name}?prefix=cat.png&version_id=${(await newest(root)).version_id}`
const readItem = async (root: Send) => {
  const { tags, legal_hold_status } = (await reading(await urlOf(root, 'info'))(root)) as Item
  return { tags: tags ?? {}, legal_hold_status }
}
const setTags = (tags: object) => async (root: Send) => sending(['PUT', await urlOf(root, 'tags'), { tags }])(root)
const uploadTagged = async (root: Send) => {
  await upload(root)
  await setTags({ project: 'apollo' })(root)
}
const itemOf = async (root: Send) => ({ ...(await newest(root)), ...(await readItem(root)) }) as Item
const setHold = (status: string) => async (root: Send) =>
  sending(['PUT', await urlOf(root, 'legalhold'), { status }])(root)
const addTag = async () => {
  await fill('Key', 'team')
  await fill('Value', 'web')
  await pressButton('Save')
}
/** Adds a tag to those that the version has. */
const tagAlso = (tag: object) => async (root: Send) => setTags({ ...(await readItem(root)).tags, ...tag })(root)

const deleteProject = async (root: Send) => {
  const item = await itemOf(root)
  return <button onClick={() => void deleteTag('photos', item, 'project', dialog.onDone)}>Delete Tag</button>
}
const pressDelete = async () => {
  await pressButton('Delete Tag')
  await pressDialogButton('Delete')
}

defineUndoTests(suite('Undo of object settings'), ['object-browser'], {
  'of setting a legal hold removes it': {
    arrange: upload,
    element: async (root) => <SetLegalHold item={await itemOf(root)} {...dialog} />,
    act: async () => {
      await click(field('Enabled'))
      await pressButton('Set')
    },
    read: readItem,
    otherChange: setHold('disabled'),
  },
  'of adding a tag deletes it': {
    arrange: uploadTagged,
    element: async (root) => <AddTag item={await itemOf(root)} {...dialog} />,
    act: addTag,
    read: readItem,
    otherChange: tagAlso({ team: 'mobile' }),
  },
  'of adding a tag leaves the other tags': {
    arrange: uploadTagged,
    element: async (root) => <AddTag item={await itemOf(root)} {...dialog} />,
    act: addTag,
    read: readItem,
    otherChange: tagAlso({ project: 'gemini' }),
    merges: true,
  },
  'of deleting a tag adds it': {
    arrange: uploadTagged,
    element: deleteProject,
    act: pressDelete,
    read: readItem,
    otherChange: tagAlso({ project: 'gemini' }),
  },
})
