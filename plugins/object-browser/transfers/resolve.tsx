import { showError } from 'stowage/web'
import { count, counted, Failure, displayName } from 'stowage'
import { showDialog, Button, Dialog, Muted } from 'stowage/ui'
import type { Restorability } from '../pages/deleted.ts'
import type { Chosen } from './collect.ts'
import * as styles from './resolve.css.ts'
import { withUniquePaths, findExisting, withFreeNames } from './conflicts.ts'
import { startTransfers } from './start.ts'
import { uploads } from './uploads.ts'
import * as messages from '../messages.ts'

type ConflictChoice = 'skip' | 'replace' | 'both' | 'none'

/** Most names listed; the rest is counted. */
const NAMED = 8

const askAbout = (files: readonly Chosen[], restorable: 'none' | 'unknown') =>
  showDialog<ConflictChoice>((resolve) => (
    <Dialog
      title={files.length === 1 ? 'Object Already Exists' : `${count(files.length)} Objects Already Exist`}
      onClose={() => resolve('none')}
      footer={
        <>
          <Button onPress={() => resolve('skip')}>Skip</Button>
          <Button tone="dangerQuiet" onPress={() => resolve('replace')}>
            Replace
          </Button>
          <Button tone="primary" onPress={() => resolve('both')}>
            Keep Both
          </Button>
        </>
      }
    >
      <Muted size="inherit" as="p">
        {messages.replacedObjectsLost(
          restorable,
          files.length === 1 ? 'the file' : counted(files.length, { one: 'file', many: 'files' }),
          files.length,
        )}
      </Muted>
      <ul className={styles.names}>
        {files.slice(0, NAMED).map(({ path }) => (
          <li key={path}>{displayName(path)}</li>
        ))}
        {files.length > NAMED && <li>and {count(files.length - NAMED)} more</li>}
      </ul>
    </Dialog>
  ))

let selections = 0

const start = (bucket: string, prefix: string, files: readonly Chosen[]) => {
  if (files.length === 0) return
  selections += 1
  const folderOf = (path: string) => {
    const top = path.slice(0, path.indexOf('/') + 1)
    return top && { folder: { id: `${selections} ${bucket}/${prefix}${top}`, key: prefix + top } }
  }
  startTransfers(files.map(({ path, file }) => ({ bucket, key: prefix + path, file, ...folderOf(path) })))
}

const resolve = async (bucket: string, prefix: string, chosen: readonly Chosen[], restorable: 'none' | 'unknown') => {
  const existing = await findExisting(bucket, prefix, chosen)
  // an empty folder that exists overwrites nothing
  const files = chosen.filter(({ path }) => !(path.endsWith('/') && existing.delete(path)))
  const choice =
    existing.size > 0
      ? await askAbout(
          files.filter(({ path }) => existing.has(path)),
          restorable,
        )
      : 'replace'
  if (choice === 'none') return
  if (choice === 'replace')
    for (const { id, key } of uploads.activeUploads(bucket))
      if (key.startsWith(prefix) && existing.has(key.slice(prefix.length))) uploads.cancel(id)
  const free = files.filter(({ path }) => !existing.has(path))
  start(bucket, prefix, choice === 'replace' ? files : free)
  if (choice === 'both')
    start(
      bucket,
      prefix,
      await withFreeNames(
        bucket,
        prefix,
        files.filter(({ path }) => existing.has(path)),
        free,
      ),
    )
}

/** Uploads into a folder; if that would overwrite objects for good, asks first, once for all. */
export const uploadInto = (bucket: string, prefix: string, files: readonly Chosen[], restorable: Restorability) => {
  if (files.length === 0) return showError(new Failure(400, 'No files to upload'))
  const upload = async () => {
    const named = await withUniquePaths(bucket, prefix, files)
    if (restorable === 'all') start(bucket, prefix, named)
    else await resolve(bucket, prefix, named, restorable)
  }
  upload().catch(showError)
}
