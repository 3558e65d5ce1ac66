import { Failure } from 'stowage'

/** Reloads the list of tiers if a call failed because another administrator removed the tier; rethrows the error. */
export const reloadIfMissing = (reload: () => unknown) => (error: unknown) => {
  if (error instanceof Failure && error.status === 404) void reload()
  throw error
}
