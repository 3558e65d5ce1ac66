import * as v from 'valibot'
import { proxy, snapshot, subscribe } from 'valtio'
import { recall, remember, session } from 'stowage/web'
import type { Upload } from './jobs.ts'

const Entry = v.object({
  bucket: v.string(),
  key: v.string(),
  id: v.string(),
  size: v.number(),
  /** The size of its parts, where it is not the usual one. */
  partSize: v.optional(v.number()),
  /** When the file was changed last, in ms. */
  modified: v.number(),
  /** The tab that sends it, and when it last did, in ms. */
  tab: v.string(),
  seen: v.number(),
})

/** An upload in parts that this browser has begun and not finished; it holds nothing secret. */
export type Entry = v.InferOutput<typeof Entry>

const Entries = v.pipe(v.string(), v.parseJson(), v.array(Entry))

/** Older ones are forgotten here; the storage gives them up by itself. */
const MOST = 100

/** After so many ms without a word from its tab an upload is nobody's. */
const ALONE = 5 * 60 * 1000

const nameOf = () => session.value && `uploads:${session.value.account}`

const read = (): Entry[] => {
  const name = nameOf()
  const { success, output } = v.safeParse(Entries, (name && recall(name)) ?? '[]')
  return success ? output : []
}

const newTabName = () => {
  const name = Math.random().toString(36).slice(2)
  remember('tab', name, 'tab')
  return name
}

/** A tab keeps its name when it is loaded again. */
const tabName = () => recall('tab', 'tab') ?? newTabName()

// a tab that was duplicated has the name of the other one, which may be sending; locks need https or localhost
void navigator.locks?.request(`tab:${tabName()}`, { ifAvailable: true }, (lock) => {
  if (lock) return new Promise(() => undefined)
  newTabName()
  return undefined
})

/** What this browser knows of its unfinished uploads, for whoever follows it. */
export const unfinished = proxy<{ entries: Entry[] }>({ entries: read() })

subscribe(session, () => (unfinished.entries = read()))
window.addEventListener('storage', ({ key }) => {
  if (key === nameOf()) unfinished.entries = read()
})

const change = (next: (entries: Entry[]) => Entry[]) => {
  const name = nameOf()
  if (!name) return
  const entries = next(read()).slice(-MOST)
  remember(name, entries.length > 0 ? JSON.stringify(entries) : undefined)
  unfinished.entries = entries
}

type Named = Pick<Entry, 'id'>

const modifiedOf = (file: Blob) => (file instanceof File ? file.lastModified : 0)

/** Whether nobody is sending this: a tab that is gone, or this one before it was loaded again. */
export const isAlone = ({ tab, seen }: Entry) => tab === tabName() || seen < Date.now() - ALONE

/** The upload of this same file that was begun before and can go on. */
export const findEntry = ({ bucket, key, file }: Upload): Entry | undefined =>
  read().find(
    (entry) =>
      entry.bucket === bucket &&
      entry.key === key &&
      entry.size === file.size &&
      entry.modified === modifiedOf(file) &&
      isAlone(entry),
  )

/** Keeps an upload that has begun. */
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

/** Takes over an upload for a file that was chosen again. */
export const adoptEntry = ({ id }: Named, file: Blob) =>
  change((entries) =>
    entries.map((entry) =>
      entry.id === id ? { ...entry, modified: modifiedOf(file), tab: tabName(), seen: Date.now() } : entry,
    ),
  )

/** Notes that an upload goes on. */
export const touchEntry = (id: string) =>
  change((entries) =>
    entries.map((entry) => (entry.id === id ? { ...entry, tab: tabName(), seen: Date.now() } : entry)),
  )

/** Forgets an upload that is finished, or given up. */
export const forgetEntry = ({ id }: Named) => change((entries) => entries.filter((entry) => entry.id !== id))

/** What is unfinished and nobody's, as of now. */
export const aloneEntries = () => snapshot(unfinished).entries.filter(isAlone)
