import { use } from 'react'

type Load<T> = () => Promise<T>

/** React's own fields on a promise; a promise that has them is read synchronously, without flashing a fallback. */
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

/** Result of a load, which runs only once until `forget`. */
export const load = <T>(work: Load<T>): Promise<T> => {
  const promise = loads.get(work) ?? start(work)
  loads.set(work, promise)
  return promise as Promise<T>
}

/** Result of a load; suspends until it is available, and throws on failure until `forget`. */
export const useLoaded = <T>(work: Load<T>): T => use(load(work))

/** Drops a load's result, so that it runs again. */
export const forget = (work: Load<unknown>) => void loads.delete(work)

/** Starts a load early, such as when a link is hovered. Resolves when it has ended; a failure is not cached. */
export const preload = (work: Load<unknown>): Promise<void> =>
  load(work).then(
    () => {},
    () => forget(work),
  )
