import { useEffect, useRef, useState } from 'react'
import { call, useRecovery } from 'stowage/web'
import { type Failure, toFailure } from 'stowage'
import { type Item, objects } from '../contract.ts'

/** Entries per page of a listing. */
export const PAGE = 1000

/** The loaded part of a folder, in key order. `partial` while the server has more. */
export type Listing = {
  items: readonly Item[] | undefined
  partial: boolean
  error: Failure | undefined
  /** When its first page was requested, in ms. */
  asOf: number | undefined
  loading: boolean
  loadingMore: boolean
  /** Loads the next page. Does nothing while a page is loading, or after an error until `reload`. */
  more: () => Promise<void>
  /** Reloads as many pages as are loaded, and keeps the current rows until all have arrived. */
  reload: (how?: 'seen' | 'unseen') => Promise<void>
}

type Loaded = {
  items?: readonly Item[]
  pages: number
  asOf?: number | undefined
  cursor?: string | undefined
  error?: Failure | undefined
}

type Page = { objects: readonly Item[]; cursor?: string | undefined }

/** Versions of exactly one key in a page; they are listed before longer keys with the same prefix. */
const versionsIn = (page: Page, key: string): Page => {
  const objects = page.objects.filter(({ name }) => name === key)
  return objects.length === page.objects.length ? page : { objects }
}

/** Scope of a listing: a folder, a folder including deleted objects and versions, or all versions of one key. */
export type ListingKind = 'folder' | 'deleted' | 'versions'

/**
 * Lists a folder, or all versions of one key, page by page, so that the first rows arrive equally fast for any number
 * of objects.
 */
export const useListing = (bucket: string, prefix: string, of: ListingKind = 'folder'): Listing => {
  const [loaded, setLoaded] = useState<Loaded>({ pages: 0 })
  const [pending, setPending] = useState<'first' | 'more' | 'none'>('first')
  const latestRequest = useRef(0)

  const page = async (cursor: string | undefined): Promise<Page> => {
    const query = { prefix, limit: String(PAGE), cursor }
    if (of === 'folder') return call(objects.list, { params: { bucket }, query })
    const all = await call(objects.list, { params: { bucket }, query: { ...query, with_versions: 'true' } })
    return of === 'deleted' ? all : versionsIn(all, prefix)
  }

  /** Loads up to `pages` pages after `start`, unless a newer request takes over. */
  const load = async (start: Loaded, pages: number, visibility: 'seen' | 'unseen' = 'seen') => {
    const ownRequest = ++latestRequest.current
    const asOf = start.asOf ?? Date.now()
    if (visibility === 'seen') setPending(start.pages ? 'more' : 'first')
    try {
      let { items = [], cursor } = start
      let done = start.pages
      do {
        const next = await page(cursor)
        if (ownRequest !== latestRequest.current) return
        items = [...items, ...next.objects]
        cursor = next.cursor
        done += 1
      } while (cursor && done < pages)
      setLoaded({ items, cursor, pages: done, asOf })
    } catch (error) {
      if (ownRequest !== latestRequest.current) return
      setLoaded((last) => ({ ...last, error: toFailure(error) }))
    }
    setPending('none')
  }

  useEffect(() => {
    setLoaded({ pages: 0 })
    void load({ pages: 0 }, 1)
    return () => {
      latestRequest.current += 1
    }
  }, [bucket, prefix, of])

  const all = Math.max(1, loaded.pages)
  useRecovery(loaded.error, pending !== 'none', () => load({ pages: 0 }, all, 'unseen'))

  return {
    items: loaded.items,
    partial: loaded.cursor !== undefined,
    error: loaded.error,
    asOf: loaded.asOf,
    loading: pending === 'first',
    loadingMore: pending === 'more',
    more: async () => {
      if (pending === 'none' && loaded.cursor && !loaded.error) await load(loaded, loaded.pages + 1)
    },
    reload: (how) => load({ pages: 0 }, all, how),
  }
}
