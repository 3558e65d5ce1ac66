import * as v from 'valibot'
import { decodeSegment, fillTitle } from '../core/protocol/address.ts'
import { getPreference, setPreference } from '../core/web/preferences.ts'
import type { PageProps, PluginRoute } from '../core/web/plugin.ts'
import { parseJson } from '../core/protocol/parse-json.ts'

/** Maximum number of recent pages. */
const MAX_PAGES = 8

const RecentPages = v.array(v.object({ route: v.string(), title: v.string(), within: v.string(), to: v.string() }))

/** A recent page: the name of the object it shows, its route, and its address. */
type RecentPage = v.InferOutput<typeof RecentPages>[number]

const preferenceName = (account: string) => `recent ${account}`

/** Recent pages of an account on this device, latest first; empty if the stored value is invalid. */
export const recentPages = (account: string): readonly RecentPage[] => {
  const { success, output } = v.safeParse(RecentPages, parseJson(getPreference(preferenceName(account)) ?? ''))
  return success ? output : []
}

/** Stores the page of a named object as the most recent one; each page of an object is listed once. */
export const recordVisit = (
  account: string,
  { route, params }: { route: PluginRoute; params: PageProps['params'] },
  to: string,
) => {
  if (!route.title || !/^(:\w+|\*)$/.test(route.title)) return
  const title = fillTitle(route.title, params)
  const within = route.title === '*' ? '' : (params['*'] ?? '').split('/').map(decodeSegment).join('/')
  const others = recentPages(account).filter((page) => page.route !== route.path || page.title !== title)
  setPreference(
    preferenceName(account),
    JSON.stringify([{ route: route.path, title, within, to }, ...others].slice(0, MAX_PAGES)),
  )
}
