import { useEffect, useRef } from 'react'
import { count } from 'stowage'
import { useQuery } from 'stowage/web'
import type { Listing } from '../listing.ts'
import type { Row } from '../items.ts'

const hasPanel = ({ kind, path }: Row) => kind === 'object' && !path.endsWith('/')

/**
 * The object of a folder whose panel is open, stored in the address, and its neighbors in the order of `rows`. After
 * the last loaded row, loads the next page.
 */
export const usePanel = (prefix: string, rows: readonly Row[], { partial, more, loading, loadingMore }: Listing) => {
  const [name, setName] = useQuery('open')
  const objects = rows.filter(hasPanel)
  const path = name ? prefix + name : undefined
  const at = objects.findIndex((row) => row.path === path)
  /** Whether Next waits for the next page. */
  const isWaiting = useRef(false)
  const openName = (next: string) => {
    isWaiting.current = false
    setName(next)
  }
  const open = (row: Row | undefined) => row && openName(row.path.slice(prefix.length))
  const close = () => openName('')

  // the object was removed from the folder or the search results
  const lastPath = useRef<string>(undefined)
  useEffect(() => {
    if (at < 0 && lastPath.current === path && !loading) close()
    lastPath.current = at < 0 ? undefined : path
  }, [at, path, loading])

  useEffect(() => {
    if (loadingMore || !isWaiting.current) return
    isWaiting.current = false
    if (at >= 0) open(objects[at + 1])
  }, [objects.length, loadingMore])
  const loadNext = () => {
    isWaiting.current = true
    void more()
  }
  const next = objects[at + 1]
  return {
    path,
    close,
    place:
      at < 0
        ? undefined
        : {
            text: `${count(at + 1)} of ${count(objects.length)}${partial ? '+' : ''}`,
            previous: at > 0 ? () => open(objects[at - 1]) : undefined,
            next: next ? () => open(next) : partial ? loadNext : undefined,
          },
    drawer: { key: path, has: hasPanel, open, close },
  }
}
