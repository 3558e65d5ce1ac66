import { useEffect, useRef, useState } from 'react'
import { call, useRecovery } from 'stowage/web'
import { Failure } from 'stowage'
import { rewinding, type RewoundItem } from '../../rewind/contract.ts'
import { differs } from './rows.ts'

const PAGE = '1000'

type Loaded = {
  of: string
  objects: readonly RewoundItem[]
  newer: number
  cursor?: string | undefined
  error?: Failure | undefined
}

/** Loads a page of a folder at a point in time; with `recursive` everything below it. */
export const loadRewindPage = (
  at: { bucket: string; prefix: string; moment: string; recursive?: boolean; newer?: boolean },
  cursor: string | undefined,
  signal: AbortSignal,
) => {
  const { bucket, prefix, moment, recursive, newer } = at
  const query = {
    prefix,
    limit: PAGE,
    cursor,
    ...(recursive && { recursive: 'true' }),
    ...(newer && { newer: 'true' }),
  }
  return call(rewinding.rewind, { params: { bucket, date: moment }, query }, { signal })
}

/** Folder as of a point in time, page by page; or everything below it that differs from now. */
export const useRewind = (bucket: string, prefix: string, moment: string, show: 'folder' | 'differing') => {
  const requestKey = JSON.stringify([bucket, prefix, moment, show])
  const all = show === 'differing' && { recursive: true, newer: true }
  const [loaded, setLoaded] = useState<Loaded>()
  const [pending, setPending] = useState(true)
  const stop = useRef(new AbortController())

  const load = async (before: Loaded | undefined) => {
    stop.current.abort()
    const { signal } = (stop.current = new AbortController())
    setPending(true)
    try {
      let [objects, newer, cursor] = [before?.objects ?? [], before?.newer ?? 0, before?.cursor]
      // skips pages that contain only newer versions
      do {
        const page = await loadRewindPage({ bucket, prefix, moment, ...all }, cursor, signal)
        objects = [...objects, ...(all ? page.objects.filter(differs) : page.objects)]
        newer += page.newer
        cursor = page.cursor
        setLoaded({ of: requestKey, objects, newer, cursor })
      } while (cursor && objects.length === (before?.objects.length ?? 0))
    } catch (error) {
      if (signal.aborted) return
      const failure = error instanceof Failure ? error : new Failure(0, String(error))
      setLoaded((last) => ({
        of: requestKey,
        objects: [],
        newer: 0,
        ...(last?.of === requestKey && last),
        error: failure,
      }))
    }
    if (!signal.aborted) setPending(false)
  }
  useEffect(() => {
    void load(undefined)
    return () => stop.current.abort()
  }, [requestKey])
  const current = loaded?.of === requestKey ? loaded : undefined
  useRecovery(current?.error, pending, () => load(undefined))
  const visible = current && (current.objects.length > 0 || !current.error) ? current : undefined
  return {
    objects: visible?.objects,
    newer: visible?.newer ?? 0,
    partial: current?.cursor !== undefined,
    error: current?.error,
    loading: pending,
    more: () => void (current?.cursor && !pending && !current.error && load(current)),
    reload: () => load(undefined),
  }
}
