import { use } from 'react'

type Load<T> = () => Promise<T>

/** React's own marks on a promise: one that has them is read at once, and no fallback flashes up. */
type Marked<T> = Promise<T> & { status?: 'fulfilled'; value?: T }

const loads = new WeakMap<Load<unknown>, Promise<unknown>>()

const start = <T>(work: Load<T>): Promise<T> => {
  const promise: Marked<T> = work()
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => {},
  )
  return promise
}

/** What a load brings, loaded once until `forget`. */
export const load = <T>(work: Load<T>): Promise<T> => {
  const promise = loads.get(work) ?? start(work)
  loads.set(work, promise)
  return promise as Promise<T>
}

/** What a load brings; suspends while it is not there yet and throws for good when it fails, until `forget`. */
export const useLoaded = <T>(work: Load<T>): T => use(load(work))

/** Drops a load's outcome, so that it runs again. */
export const forget = (work: Load<unknown>) => void loads.delete(work)

/** Starts a load early, on hovering a link say, and resolves when it has ended either way; a failure is not kept. */
export const preload = (work: Load<unknown>): Promise<void> =>
  load(work).then(
    () => {},
    () => forget(work),
  )
