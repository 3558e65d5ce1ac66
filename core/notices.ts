import { useEffect } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { onceBack } from './connection.ts'
import { follow } from './follow.ts'
import { recall, remember } from './memory.ts'
import type { Notice, NoticeSource, Told } from './plugin.ts'

/** A source as the session has it: `to` is the address of the sidebar's entry that it marks. */
export type Source = Pick<NoticeSource, 'all' | 'noun' | 'follow'> & { to: string }

/** The notices in this browser that somebody has put away; they come back when they begin anew, under another id. */
const HIDDEN = 'notices-hidden'

/** So many of them are remembered. */
const MOST = 50

const state = proxy({
  by: {} as Record<string, readonly Notice[]>,
  hidden: (recall(HIDDEN) ?? '').split(' ').filter(Boolean),
})

/** How long the first page is left alone, in ms. */
const AFTER = 300

/** Follows what plugins have to say on every page, for as long as the console is on screen. */
export const useNoticeSources = (sources: readonly Source[]) => {
  useEffect(() => {
    let over = false
    const stops: (() => void)[] = []
    const begin = (source: Source) => {
      const { to } = source
      const tell: Told = (notices) => {
        if (!over) state.by[to] = ref([...notices])
      }
      stops.push(source.follow(tell, { follow, onceBack }))
    }
    const timer = setTimeout(() => sources.forEach(begin), AFTER)
    return () => {
      over = true
      clearTimeout(timer)
      for (const stop of stops) stop()
      state.by = {}
    }
  }, [sources])
}

const worstFirst = (notices: readonly Notice[]) =>
  [...notices].sort((one, other) => Number(other.tone === 'danger') - Number(one.tone === 'danger'))

/** What is to be said of an entry of the sidebar: how much, and how bad the worst of it is. */
export const useMark = (to: string | undefined): { count: number; tone: Notice['tone'] } | undefined => {
  const notices = useSnapshot(state).by[to ?? '']
  const [worst] = worstFirst(notices ?? [])
  return worst && { count: notices?.length ?? 0, tone: worst.tone }
}

/** The worst thing to say that nobody has put away, and how many others there are. */
export const useWorst = (
  sources: readonly Source[],
): { notice: Notice; source: Source; others: number } | undefined => {
  const { by, hidden } = useSnapshot(state)
  const open = sources.flatMap((source) =>
    (by[source.to] ?? []).filter(({ id }) => !hidden.includes(id)).map((notice) => ({ notice, source })),
  )
  const [notice] = worstFirst(open.map((one) => one.notice))
  const found = open.find((one) => one.notice === notice)
  return found && { ...found, others: open.length - 1 }
}

/** Puts a notice away in this browser. */
export const hide = (id: string) => {
  state.hidden = [...state.hidden.filter((one) => one !== id), id].slice(-MOST)
  remember(HIDDEN, state.hidden.join(' '))
}
