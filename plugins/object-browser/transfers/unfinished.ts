import * as v from 'valibot'
import { proxy, snapshot, subscribe } from 'valtio'
import { getPreference, setPreference, session } from 'stowage/web'
import type { Upload } from './jobs.ts'

const Entry = v.object({
  bucket: v.string(),
  key: v.string(),
  id: v.string(),
  size: v.number(),
  /** Part size, if not the default. */
  partSize: v.optional(v.number()),
  /** Modification time of the file, in ms. */
  modified: v.number(),
  /** Id of the tab that sends it, and when it last did, in ms. */
  tab: v.string(),
  seen: v.number(),
})

/** An incomplete multipart upload of this browser; contains no secrets. */
export type Entry = v.InferOutput<typeof Entry>

const Entries = v.pipe(v.string(), v.parseJson(), v.array(Entry))

/** Most entries; older ones are dropped here, and the storage aborts them eventually. */
const MAX_ENTRIES = 100

/** Time in ms without activity of its tab after which an upload counts as interrupted. */
const INTERRUPTED_AFTER = 5 * 60 * 1000

const nameOf = () => session.value && `uploads:${session.value.account}`

const read = (): Entry[] => {
  const name = nameOf()
  const { success, output } = v.safeParse(Entries, (name && getPreference(name)) ?? '[]')
  return success ? output : []
}

const newTabName = () => {
  const name = Math.random().toString(36).slice(2)
  setPreference('tab', name, 'tab')
  return name
}

/** Id of the tab, which survives a reload. */
const tabName = () => getPreference('tab', 'tab') ?? newTabName()

// a duplicated tab copies the id of the other one, which may be sending; locks require https or localhost
void navigator.locks?.request(`tab:${tabName()}`, { ifAvailable: true }, (lock) => {
  if (lock) return new Promise(() => undefined)
  newTabName()
  return undefined
})

/** Observable list of this browser's incomplete uploads. */
export const unfinished = proxy<{ entries: Entry[] }>({ entries: read() })

subscribe(session, () => (unfinished.entries = read()))
window.addEventListener('storage', ({ key }) => {
  if (key === nameOf()) unfinished.entries = read()
})

const change = (next: (entries: Entry[]) => Entry[]) => {
  const name = nameOf()
  if (!name) return
  const entries = next(read()).slice(-MAX_ENTRIES)
  setPreference(name, entries.length > 0 ? JSON.stringify(entries) : undefined)
  unfinished.entries = entries
}

type Named = Pick<Entry, 'id'>

const modifiedOf = (file: Blob) => (file instanceof File ? file.lastModified : 0)

/** Whether nothing sends this upload: its tab was closed, or this tab was reloaded. */
export const isAlone = ({ tab, seen }: Entry) => tab === tabName() || seen < Date.now() - INTERRUPTED_AFTER

/** A previous upload of the same file that can be resumed. */
export const findEntry = ({ bucket, key, file }: Upload): Entry | undefined =>
  read().find(
    (entry) =>
      entry.bucket === bucket &&
      entry.key === key &&
      entry.size === file.size &&
      entry.modified === modifiedOf(file) &&
      isAlone(entry),
  )

/** Records a started upload. */
export const keepEntry = ({ bucket, key, file }: Upload, id: string, partSize: number) =>
  change((entries) => [
    ...entries.filter((entry) => entry.id !== id),
    {
      bucket,
      key,
      id,
      size: file.size,
      partSize,
      modified: modifiedOf(file),
      tab: tabName(),
      seen: Date.now(),
    },
  ])

/** Assigns an upload to a file that was selected again. */
export const adoptEntry = ({ id }: Named, file: Blob) =>
  change((entries) =>
    entries.map((entry) =>
      entry.id === id ? { ...entry, modified: modifiedOf(file), tab: tabName(), seen: Date.now() } : entry,
    ),
  )

/** Records activity of an upload. */
export const touchEntry = (id: string) =>
  change((entries) =>
    entries.map((entry) => (entry.id === id ? { ...entry, tab: tabName(), seen: Date.now() } : entry)),
  )

/** Removes a completed or aborted upload. */
export const forgetEntry = ({ id }: Named) => change((entries) => entries.filter((entry) => entry.id !== id))

/** Current interrupted uploads. */
export const aloneEntries = () => snapshot(unfinished).entries.filter(isAlone)
