import { useEffect, useState } from 'react'
import { bytes, count, Failure } from 'stowage'
import type { Stat } from 'stowage/ui'
import { visitPages } from './deleted.ts'
import * as messages from '../messages.ts'

/** Number of deleted objects below a prefix, as text; `undefined` if there are none or it is unknown. */
export const useDeletedBelow = (bucket: string, prefix: string, when: boolean) => {
  const [result, setResult] = useState({ deleted: 0, more: false })
  useEffect(() => {
    setResult({ deleted: 0, more: false })
    if (!when) return undefined
    const stop = new AbortController()
    let deleted = 0
    visitPages(
      { bucket, prefix, versions: true },
      (items, more) => {
        deleted += items.filter(({ is_delete_marker, is_latest }) => is_delete_marker && is_latest).length
        setResult({ deleted, more })
      },
      stop.signal,
    ).catch((error: unknown) => {
      // ignored for accounts that may not list versions
      if (!(error instanceof Failure)) throw error
    })
    return () => stop.abort()
  }, [bucket, prefix, when])
  const { deleted, more } = result
  if (!deleted) return undefined
  const one = deleted === 1 && !more
  return messages.deletedCanBeRestored(more ? 'More than ' : '', count(deleted), one ? 'object' : 'objects')
}

/** Number and size of the objects below some folders, as far as counted. */
export const useFolderTotals = (bucket: string, folders: readonly string[]): readonly Stat[] | undefined => {
  const [result, setResult] = useState<{ objects: number; size: number; more: boolean }>()
  const all = JSON.stringify(folders)
  useEffect(() => {
    const stop = new AbortController()
    const sum = { objects: 0, size: 0, more: false }
    const countAll = async () => {
      for (const prefix of folders) {
        let hasMore = false
        await visitPages(
          { bucket, prefix, versions: false },
          (items, more) => {
            sum.objects += items.length
            sum.size += items.reduce((size, item) => size + (item.size ?? 0), 0)
            hasMore = more
          },
          stop.signal,
        )
        sum.more ||= hasMore
      }
      if (!stop.signal.aborted) setResult({ ...sum })
    }
    countAll().catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
    })
    return () => stop.abort()
  }, [bucket, all])
  if (folders.length === 0) return undefined
  const from = result?.more ? 'More than ' : ''
  return [
    { label: 'Objects', value: result && `${from}${count(result.objects)}` },
    { label: 'Size', value: result && `${from}${bytes(result.size)}` },
  ]
}
