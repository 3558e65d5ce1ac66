import * as v from 'valibot'
import { proxy, snapshot, subscribe } from 'valtio'
import { getPreference, setPreference, session, storedName } from 'stowage/web'
import type { Upload } from './jobs.ts'

const Entry = v.object({
  bucket: v.string(),
  key: v.string(),
  id: v.string(),
  /** Name of the file, which differs from the key's if both were kept. */
  name: v.optional(v.string()),
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

const preferenceName = () => session.value && `uploads:${session.value.account}`

const read = (): Entry[] => {
  const name = preferenceName()
  const { success, output } = v.safeParse(Entries, (name && getPreference(name)) ?? '[]')
  return success ? output : []
}

const newTabId = () => {
  const name = Math.random().toString(36).slice(2)
  setPreference('tab', name, 'tab')
  return name
}

/** Id of the tab, which survives a reload. */
const tabId = () => getPreference('tab', 'tab') ?? newTabId()

// a duplicated tab copies the id of the other one, which may be sending; locks require https or localhost
void navigator.locks?.request(`tab:${tabId()}`, { ifAvailable: true }, (lock) => {
  if (lock) return new Promise(() => undefined)
  newTabId()
  return undefined
})

/** Observable list of this browser's incomplete uploads. */
export const unfinished = proxy<{ entries: Entry[] }>({ entries: read() })

subscribe(session, () => (unfinished.entries = read()))
window.addEventListener('storage', ({ key }) => {
  const name = preferenceName()
  if (name && key === storedName(name)) unfinished.entries = read()
})

const change = (next: (entries: Entry[]) => Entry[]) => {
  const name = preferenceName()
  if (!name) return
  const entries = next(read()).slice(-MAX_ENTRIES)
  setPreference(name, entries.length > 0 ? JSON.stringify(entries) : undefined)
  unfinished.entries = entries
}

type EntryId = Pick<Entry, 'id'>

const modifiedOf = (file: Blob) => (file instanceof File ? file.lastModified : 0)

/** Whether nothing sends this upload: its tab was closed, or this tab was reloaded. */
export const isInterrupted = ({ tab, seen }: Entry) => tab === tabId() || seen < Date.now() - INTERRUPTED_AFTER

/** A previous upload of the same file that can be resumed. */
export const findEntry = ({ bucket, key, file }: Upload): Entry | undefined =>
  read().find(
    (entry) =>
      entry.bucket === bucket &&
      entry.key === key &&
      entry.size === file.size &&
      entry.modified === modifiedOf(file) &&
      isInterrupted(entry),
  )

/** Records a started upload. */
export const addEntry = ({ bucket, key, file }: Upload, id: string, partSize: number) =>
  change((entries) => [
    ...entries.filter((entry) => entry.id !== id),
    {
      bucket,
      key,
      id,
      name: file instanceof File ? file.name : undefined,
      size: file.size,
      partSize,
      modified: modifiedOf(file),
      tab: tabId(),
      seen: Date.now(),
    },
  ])

/** Assigns an upload to a file that was selected again. */
export const adoptEntry = ({ id }: EntryId, file: Blob) =>
  change((entries) =>
    entries.map((entry) =>
      entry.id === id ? { ...entry, modified: modifiedOf(file), tab: tabId(), seen: Date.now() } : entry,
    ),
  )

/** Records activity of an upload. */
export const touchEntry = (id: string) =>
  change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, tab: tabId(), seen: Date.now() } : entry)))

/** Removes a completed or aborted upload. */
export const removeEntry = ({ id }: EntryId) => change((entries) => entries.filter((entry) => entry.id !== id))

/** Current interrupted uploads. */
export const interruptedEntries = () => snapshot(unfinished).entries.filter(isInterrupted)
