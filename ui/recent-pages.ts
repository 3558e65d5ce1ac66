import * as v from 'valibot'
import { plain, titleAt } from '../core/protocol/address.ts'
import { getPreference, setPreference } from '../core/web/preferences.ts'
import type { PageProps, PluginRoute } from '../core/web/plugin.ts'

/** Maximum number of recent places. */
const MOST = 8

const Places = v.array(v.object({ route: v.string(), title: v.string(), within: v.string(), to: v.string() }))

/** A recent place: the name of a thing, its page, and its address. */
type RecentPage = v.InferOutput<typeof Places>[number]

const nameOf = (account: string) => `recent ${account}`

const read = (text = '[]'): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}

/** Recent places of an account on this device, latest first; empty if the stored value is invalid. */
export const recentPlaces = (account: string): readonly RecentPage[] => {
  const { success, output } = v.safeParse(Places, read(getPreference(nameOf(account))))
  return success ? output : []
}

/** Stores a page about one named thing as the most recent place; each page of a thing is listed once. */
export const recordVisit = (
  account: string,
  { route, params }: { route: PluginRoute; params: PageProps['params'] },
  to: string,
) => {
  if (!route.title || !/^(:\w+|\*)$/.test(route.title)) return
  const title = titleAt(route.title, params)
  const within = route.title === '*' ? '' : (params['*'] ?? '').split('/').map(plain).join('/')
  const others = recentPlaces(account).filter((page) => page.route !== route.path || page.title !== title)
  setPreference(nameOf(account), JSON.stringify([{ route: route.path, title, within, to }, ...others].slice(0, MOST)))
}
