import * as v from 'valibot'
import { getPreference, session, setPreference } from 'stowage/web'

/** Most entries; the target's server deletes parts of older ones eventually. */
const MAX_ENTRIES = 100

const Entries = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.string()])))

const preferenceName = () => `sends:${session.value?.account}`

const read = (): [string, string][] => {
  const { success, output } = v.safeParse(Entries, getPreference(preferenceName()) ?? '[]')
  return success ? output : []
}

/** Target of a copy to another server. */
export type SendTarget = { server: string; bucket: string; key: string }

const nameOf = ({ server, bucket, key }: SendTarget) => `${server}/${bucket}/${key}`

/** Id of the incomplete upload of an interrupted copy by this browser; empty for none. */
export const unfinishedSend = (target: SendTarget) => read().find(([name]) => name === nameOf(target))?.[1] ?? ''

/** Records an unfinished copy; an empty id removes it. */
export const recordSend = (target: SendTarget, id: string) => {
  const others = read().filter(([name]) => name !== nameOf(target))
  const entries = id ? [...others, [nameOf(target), id]].slice(-MAX_ENTRIES) : others
  setPreference(preferenceName(), entries.length > 0 ? JSON.stringify(entries) : undefined)
}
