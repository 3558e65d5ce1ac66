import { useEffect, useRef, useState } from 'react'
import { call, useRecovery } from 'stowage/web'
import { Failure } from 'stowage'
import { type Item, objects } from '../contract.ts'

/** How many entries a page of a listing has. */
export const PAGE = 1000

/** A folder as far as it is loaded, in key order. `partial` while the server has more of it. */
export type Listing = {
  items: readonly Item[] | undefined
  partial: boolean
  error: Failure | undefined
  /** When its first page was asked for, in ms. */
  asOf: number | undefined
  loading: boolean
  loadingMore: boolean
  /** Loads the next page; does nothing while one is on its way, and after a failure, which only `reload` ends. */
  more: () => Promise<void>
  /** Lists again as many pages as are loaded; what is on screen stays until all of them are there. */
  reload: (how?: 'seen' | 'unseen') => Promise<void>
}

type Loaded = {
  items?: readonly Item[]
  pages: number
  asOf?: number | undefined
  cursor?: string | undefined
  error?: Failure | undefined
}

/** What a call for one page gives. */
type Page = { objects: readonly Item[]; cursor?: string | undefined }

const asFailure = (error: unknown) => (error instanceof Failure ? error : new Failure(0, String(error)))

/** What a page has of the versions of one key, which come before all longer keys that begin with it. */
const versionsIn = (page: Page, key: string): Page => {
  const objects = page.objects.filter(({ name }) => name === key)
  return objects.length === page.objects.length ? page : { objects }
}

/** What to list: a folder, one with its deleted objects and all versions, or all versions of one key. */
export type Listed = 'folder' | 'deleted' | 'versions'

/**
 * Lists a folder, or all versions of one key, page by page, so that the first rows come as fast from a
 * million objects as from a thousand.
 */
export const useListing = (bucket: string, prefix: string, of: Listed = 'folder'): Listing => {
  const [loaded, setLoaded] = useState<Loaded>({ pages: 0 })
  const [pending, setPending] = useState<'first' | 'more' | 'none'>('first')
  const turn = useRef(0)

  const page = async (cursor: string | undefined): Promise<Page> => {
    const query = { prefix, limit: String(PAGE), cursor }
    if (of === 'folder') return call(objects.list, { params: { bucket }, query })
    const all = await call(objects.list, { params: { bucket }, query: { ...query, with_versions: 'true' } })
    return of === 'deleted' ? all : versionsIn(all, prefix)
  }

  /** Loads up to `pages` pages on top of `start`, unless something newer was asked for meanwhile. */
  const load = async (start: Loaded, pages: number, seen: 'seen' | 'unseen' = 'seen') => {
    const mine = ++turn.current
    const asOf = start.asOf ?? Date.now()
    if (seen === 'seen') setPending(start.pages ? 'more' : 'first')
    try {
      let { items = [], cursor } = start
      let done = start.pages
      do {
        const next = await page(cursor)
        if (mine !== turn.current) return
        items = [...items, ...next.objects]
        cursor = next.cursor
        done += 1
      } while (cursor && done < pages)
      setLoaded({ items, cursor, pages: done, asOf })
    } catch (error) {
      if (mine !== turn.current) return
      setLoaded((last) => ({ ...last, error: asFailure(error) }))
    }
    setPending('none')
  }

  useEffect(() => {
    setLoaded({ pages: 0 })
    void load({ pages: 0 }, 1)
    return () => {
      turn.current += 1
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
