import { useEffect } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { retryWhenBack } from './connection.ts'
import { subscribeFeed } from './subscribe-feed.ts'
import { getPreference, setPreference } from './preferences.ts'
import type { Notice, NoticeSource, PublishNotices } from './plugin.ts'

/** A notice source of the session; `to` is the address of the sidebar entry it marks. */
export type SidebarNoticeSource = Pick<NoticeSource, 'all' | 'noun' | 'subscribe'> & { to: string }

/**
 * Storage key of the notices dismissed in this browser. A notice that starts again has another id and is shown again.
 */
const PREFERENCE = 'notices-hidden'

/** Maximum number of dismissed notices that are remembered. */
const MAX_HIDDEN = 50

const state = proxy({
  noticesByPage: {} as Record<string, readonly Notice[]>,
  hidden: (getPreference(PREFERENCE) ?? '').split(' ').filter(Boolean),
})

/** Delay in ms before notices are loaded on the first page. */
const START_DELAY = 300

/** Subscribes to the notices of plugins while the console is on screen. */
export const useNoticeSources = (sources: readonly SidebarNoticeSource[]) => {
  useEffect(() => {
    let stopped = false
    const stops: (() => void)[] = []
    const subscribe = (source: SidebarNoticeSource) => {
      const publish: PublishNotices = (notices) => {
        if (!stopped) state.noticesByPage[source.to] = ref([...notices])
      }
      stops.push(source.subscribe(publish, { subscribeFeed, retryWhenBack }))
    }
    // one timer for each, so that a plugin that throws does not affect the others
    const timers = sources.map((source) => setTimeout(subscribe, START_DELAY, source))
    return () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      for (const stop of stops) stop()
      state.noticesByPage = {}
    }
  }, [sources])
}

const worstFirst = (notices: readonly Notice[]) =>
  [...notices].sort((item, other) => Number(other.tone === 'danger') - Number(item.tone === 'danger'))

/** Number and highest severity of notices for a sidebar entry. */
export const useNoticeBadge = (to: string | undefined): { count: number; tone: Notice['tone'] } | undefined => {
  const notices = useSnapshot(state).noticesByPage[to ?? '']
  const [highest] = worstFirst(notices ?? [])
  return highest && { count: notices?.length ?? 0, tone: highest.tone }
}

/** The most severe notice that is not dismissed, and the number of others. */
export const useWorstNotice = (
  sources: readonly SidebarNoticeSource[],
): { notice: Notice; source: SidebarNoticeSource; others: number } | undefined => {
  const { noticesByPage, hidden } = useSnapshot(state)
  const open = sources.flatMap((source) =>
    (noticesByPage[source.to] ?? []).filter(({ id }) => !hidden.includes(id)).map((notice) => ({ notice, source })),
  )
  const [notice] = worstFirst(open.map((item) => item.notice))
  const worst = open.find((item) => item.notice === notice)
  return worst && { ...worst, others: open.length - 1 }
}

/** Dismisses a notice in this browser. */
export const hideNotice = (id: string) => {
  state.hidden = [...state.hidden.filter((item) => item !== id), id].slice(-MAX_HIDDEN)
  setPreference(PREFERENCE, state.hidden.join(' '))
}
