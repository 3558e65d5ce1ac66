import { initialState } from './initial-state.ts'

type Scope = 'device' | 'tab'

const storageOf = (scope: Scope) => (scope === 'device' ? window.localStorage : window.sessionStorage)

/** Preferences of the person, which apply to all servers of a console. Others name accounts, buckets or addresses. */
const ofEveryServer: readonly string[] = ['density', 'help', 'sidebar', 'singleKeys']

/** Name of a preference in the browser's storage. */
export const storedName = (name: string) =>
  initialState.servers && !ofEveryServer.includes(name) ? `${initialState.servers.current}:${name}` : name

/** Reads a small text stored in this browser; `undefined` if absent or if storage is disabled. */
export const getPreference = (name: string, scope: Scope = 'device'): string | undefined => {
  try {
    return storageOf(scope).getItem(storedName(name)) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a small text for this device or until the tab closes; `undefined` deletes it. Never for secrets. */
export const setPreference = (name: string, text: string | undefined, scope: Scope = 'device') => {
  try {
    if (text === undefined) storageOf(scope).removeItem(storedName(name))
    else storageOf(scope).setItem(storedName(name), text)
  } catch {
    // if storage is full or blocked, only a preference is lost
  }
}
