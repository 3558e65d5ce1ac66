import { useSyncExternalStore } from 'react'
import { base } from './base.ts'

export { Redirect } from 'wouter'
export { decodeSegment, encodeSegment } from '../protocol/address.ts'

/** Navigation options: `replace` adds no history entry, `force` skips the guard. */
export type NavigateOptions = { replace?: boolean; force?: boolean }

/**
 * Current address without the base path. `index` is the position in the tab's history, `navigationType` how the address
 * was reached.
 */
export type AppLocation = {
  path: string
  search: string
  hash: string
  index: number
  navigationType: 'start' | 'push' | 'replace' | 'pop'
}
/** Called before the path (without the base path) or Back within it is followed; `undefined` if the session ends. */
type Guard = (path: string | undefined) => boolean | Promise<boolean>

const read = (index: number, navigationType: AppLocation['navigationType']): AppLocation => {
  const { pathname, search, hash } = window.location
  return { path: pathname.slice(base.length) || '/', search, hash, index, navigationType }
}

const indexOf = (state: unknown): number | undefined => {
  const index = state && typeof state === 'object' && 'index' in state ? state.index : undefined
  return typeof index === 'number' ? index : undefined
}

let location = read(indexOf(window.history.state) ?? 0, 'start')
window.history.replaceState({ index: location.index }, '')

const listeners = new Set<(from: AppLocation) => void>()
const guards = new Set<Guard>()

const setLocation = (next: AppLocation) => {
  const from = location
  location = next
  for (const listener of listeners) listener(from)
}

/** Registers a listener that runs after each navigation; returns a function that unregisters it. */
export const onNavigate = (listener: (from: AppLocation) => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentLocation = () => location

/** Current address, for components that render again when it changes. */
export const useCurrentLocation = () => useSyncExternalStore(onNavigate, currentLocation, currentLocation)

/** Asks the guard, if there is one, whether the page may be left. */
export const confirmLeave = async (path?: string) => {
  for (const mayLeave of guards) if (!(await mayLeave(path))) return false
  return true
}

// more than one leading slash would name another host
const targetOf = (to: string) => new URL(base + to.replace(/^[/\\]*/, '/'), window.location.origin)

const pushOrReplace = ({ href }: URL, { replace = false }: NavigateOptions) => {
  const index = replace ? location.index : location.index + 1
  window.history[replace ? 'replaceState' : 'pushState']({ index }, '', href)
  setLocation(read(index, replace ? 'replace' : 'push'))
}

/** Navigates to an address without the base path, after asking the guard. */
export const navigate = (to: string, options: NavigateOptions = {}): void | Promise<void> => {
  const target = targetOf(to)
  const leaving = target.pathname !== window.location.pathname
  if (!leaving || options.force || guards.size === 0) return pushOrReplace(target, options)
  return confirmLeave(target.pathname.slice(base.length)).then((yes) =>
    yes ? pushOrReplace(target, options) : undefined,
  )
}

// the browser reports Back only afterwards: to ask first, the step is undone, and repeated once allowed
let ownStep: 'undo' | 'redo' | undefined
let isAsking = false

const askToLeave = async (steps: number, path: string) => {
  if (isAsking) return
  isAsking = true
  const yes = await confirmLeave(path)
  isAsking = false
  if (!yes) return
  ownStep = 'redo'
  window.history.go(steps)
}

const onPop = (event: PopStateEvent) => {
  const previous = ownStep
  ownStep = undefined
  if (previous === 'undo') return
  const index = indexOf(event.state) ?? location.index + 1
  if (indexOf(event.state) === undefined) window.history.replaceState({ index }, '')
  const steps = index - location.index
  const next = read(index, 'pop')
  if (previous === 'redo' || guards.size === 0 || steps === 0) return setLocation(next)
  ownStep = 'undo'
  window.history.go(-steps)
  void askToLeave(steps, next.path)
}

const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()

window.addEventListener('popstate', onPop)

/** Asks before the page is left by a link, Back or closing the tab; returns a function that removes the guard. */
export const addLeaveGuard = (askToLeave: Guard) => {
  guards.add(askToLeave)
  window.addEventListener('beforeunload', onUnload)
  return () => {
    guards.delete(askToLeave)
    if (guards.size === 0) window.removeEventListener('beforeunload', onUnload)
  }
}

// wouter decodes its input once; escaping every % first hands pages the raw path and keeps keys intact
const escapePercent = (text: string) => text.replace(/%/g, '%25')

/** Location hook for wouter's Router. The router needs no base, since the base path is handled here. */
export const useWouterLocation = (): [string, (to: string, options?: NavigateOptions) => void] => [
  useSyncExternalStore(onNavigate, () => escapePercent(location.path)),
  navigate,
]

useWouterLocation.hrefs = (to: string) => base + to
useWouterLocation.searchHook = () => useSyncExternalStore(onNavigate, () => escapePercent(location.search))

/** Replaces fields of the query string: with one value, several, or none. */
export const setQuery = (fields: Readonly<Record<string, string | readonly string[] | undefined>>) => {
  const query = new URLSearchParams(location.search)
  for (const [name, values] of Object.entries(fields)) {
    query.delete(name)
    for (const value of [values ?? []].flat()) query.append(name, value)
  }
  const text = query.toString()
  if (text === new URLSearchParams(location.search).toString()) return
  void navigate(location.path + (text && `?${text}`) + location.hash, { replace: true })
}

/**
 * State stored in the query string (`?tab=policies`), so that Back and reload keep it; the fallback value is left out.
 */
export const useQuery = (name: string, fallback = ''): [value: string, set: (value: string) => void] => {
  const search = useSyncExternalStore(onNavigate, () => location.search)
  const set = (value: string) => setQuery({ [name]: value === fallback ? undefined : value })
  return [new URLSearchParams(search).get(name) ?? fallback, set]
}
