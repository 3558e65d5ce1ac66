import { use } from 'react'

type Load<T> = () => Promise<T>

const loads = new WeakMap<Load<unknown>, Promise<unknown>>()

const load = <T>(work: Load<T>): Promise<T> => {
  const promise = loads.get(work) ?? work()
  loads.set(work, promise)
  return promise as Promise<T>
}

/** What a load brings, loaded once; suspends meanwhile and throws for good when it fails, until `forget`. */
export const useLoaded = <T>(work: Load<T>): T => use(load(work))

/** Drops a load's outcome, so that it runs again. */
export const forget = (work: Load<unknown>) => void loads.delete(work)

/** Starts a load early, on hovering a link say; a failure is not kept. */
export const preload = (work: Load<unknown>) => void load(work).catch(() => forget(work))
