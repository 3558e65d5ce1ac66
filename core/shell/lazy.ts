import { use } from 'react'

type Load<T> = () => Promise<T>

/** React's own fields on a promise; a promise that has them is read synchronously, without flashing a fallback. */
type TrackedPromise<T> = Promise<T> & { status?: 'fulfilled'; value?: T }

const loads = new WeakMap<Load<unknown>, Promise<unknown>>()

const start = <T>(loader: Load<T>): Promise<T> => {
  const promise: TrackedPromise<T> = loader()
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => {},
  )
  return promise
}

/** Result of a load, which runs only once until `forget`. */
export const load = <T>(loader: Load<T>): Promise<T> => {
  const promise = loads.get(loader) ?? start(loader)
  loads.set(loader, promise)
  return promise as Promise<T>
}

/** Result of a load; suspends until it is available, and throws on failure until `forget`. */
export const useLoaded = <T>(loader: Load<T>): T => use(load(loader))

/** Drops a load's result, so that it runs again. */
export const forget = (loader: Load<unknown>) => void loads.delete(loader)

/** Starts a load early, such as when a link is hovered. Resolves when it has ended; a failure is not cached. */
export const preload = (loader: Load<unknown>): Promise<void> =>
  load(loader).then(
    () => {},
    () => forget(loader),
  )
