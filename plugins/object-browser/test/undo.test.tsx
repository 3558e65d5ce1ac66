import type { Send } from '../../../test/server/host.ts'
import { assert, suite } from '../../../test/lib/suite.ts'
import { defineUndoTests, fill, pressButton, pressDialogButton, reading, sending } from '../../../test/lib/undo.tsx'
import { click, field } from '../../../test/lib/react.tsx'
import type { Item } from '../contract.ts'
import { SetLegalHold } from '../pages/object/legal-hold.tsx'
import { AddTag, deleteTag } from '../pages/object/tags.tsx'
import { useRemoval } from '../pages/use-removal.tsx'

const dialog = { bucket: 'photos', onClose: () => undefined, onDone: async () => undefined }

const put = async (root: Send, key: string, content: string) => {
  const head = `content-disposition: form-data; name="${content.length}"; filename="f"`
  const body = `--xyz\r\n${head}\r\n\r\n${content}\r\n--xyz--\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=xyz' }
  const { statusCode, payload } = await root('POST', `/api/v1/buckets/photos/objects/upload?key=${key}`, body, headers)
  assert.ok(statusCode < 300, payload)
}
const upload = async (root: Send) => {
  await sending(['POST', '/api/v1/buckets', { name: 'photos', versioning: true, locking: true }])(root)
  await put(root, 'cat.png', 'cat')
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

/** Deletes objects of a bucket that has versions, and the folder `trip/`. */
const Deletion = () => {
  const { remove, dialog: confirmation } = useRemoval('photos', 'all', () => undefined)
  return (
    <>
      <button onClick={() => remove({ keys: ['cat.png'], folders: [] })}>Delete One</button>
      <button onClick={() => remove({ keys: ['cat.png', 'dog.png'], folders: [] })}>Delete Two</button>
      <button onClick={() => remove({ keys: [], folders: ['trip/'] })}>Delete Folder</button>
      {confirmation}
    </>
  )
}
const uploadSeveral = async (root: Send) => {
  await upload(root)
  await put(root, 'dog.png', 'dogs')
  await put(root, 'trip/a.png', 'a')
  await put(root, 'trip/b.png', 'bb')
}
/** Versions of all objects, newest first, by size; a delete marker is `deleted`. */
const versions = async (root: Send) => {
  const url = '/api/v1/buckets/photos/objects?with_versions=true&recursive=true'
  const { objects } = (await reading(url)(root)) as { objects: Item[] }
  return objects.map(({ name, size, is_delete_marker }) => `${name} ${is_delete_marker ? 'deleted' : size}`)
}
const remove = (key: string) => sending(['DELETE', `/api/v1/buckets/photos/objects?path=${key}`])
const pressTwo = () => pressButton('Delete Two')
const pressFolder = async () => {
  await pressButton('Delete Folder')
  await pressDialogButton('Delete')
}

/** A deletion, after which this object is uploaded and deleted again. */
const deletionBefore = (key: string, act: () => Promise<void>) => ({
  arrange: uploadSeveral,
  element: () => <Deletion />,
  act,
  read: versions,
  otherChange: async (root: Send) => {
    await put(root, key, 'a newer object')
    await remove(key)(root)
  },
  merges: true,
})

defineUndoTests(suite('Undo of deleted objects'), ['object-browser'], {
  'of deleting an object leaves a newer upload': {
    arrange: upload,
    element: () => <Deletion />,
    act: () => pressButton('Delete One'),
    read: versions,
    otherChange: (root) => put(root, 'cat.png', 'a newer cat'),
    merges: true,
  },
  'of deleting objects leaves a newer deletion': deletionBefore('dog.png', pressTwo),
  'of deleting a folder leaves a newer deletion in it': deletionBefore('trip/a.png', pressFolder),
  'of deleting objects leaves an earlier deletion': {
    arrange: async (root) => {
      await uploadSeveral(root)
      await remove('dog.png')(root)
    },
    element: () => <Deletion />,
    act: pressTwo,
    read: versions,
  },
})
