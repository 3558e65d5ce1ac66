import * as v from 'valibot'
import { plain, titleAt } from '../address.ts'
import { recall, remember } from '../memory.ts'
import type { PageProps, PluginRoute } from '../plugin.ts'

/** How many places are kept. */
const MOST = 8

const Places = v.array(v.object({ route: v.string(), title: v.string(), within: v.string(), to: v.string() }))

/** A place where somebody was: the name of a thing, the page of it, and where within. */
type Place = v.InferOutput<typeof Places>[number]

const nameOf = (account: string) => `recent ${account}`

const read = (text = '[]'): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}

/** The last places of an account on this device, the latest first; none where something else has written there. */
export const placesOf = (account: string): readonly Place[] => {
  const { success, output } = v.safeParse(Places, read(recall(nameOf(account))))
  return success ? output : []
}

/**
 * Keeps a page that is about one thing, named in its address, as the latest place; each page of a thing is there once.
 */
export const noteVisit = (
  account: string,
  { route, params }: { route: PluginRoute; params: PageProps['params'] },
  to: string,
) => {
  if (!route.title || !/^(:\w+|\*)$/.test(route.title)) return
  const title = titleAt(route.title, params)
  const within = route.title === '*' ? '' : (params['*'] ?? '').split('/').map(plain).join('/')
  const others = placesOf(account).filter((place) => place.route !== route.path || place.title !== title)
  remember(nameOf(account), JSON.stringify([{ route: route.path, title, within, to }, ...others].slice(0, MOST)))
}
