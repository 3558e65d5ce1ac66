import type { Caller } from '../../../engines/minio/caller.ts'

/**
 * The last administrator who has looked: in their name the console goes on looking by itself, as long as their session lasts and no
 * longer. Nothing of it is kept anywhere.
 */
export const createLent = () => {
  let lent: Caller | undefined
  return {
    lend: (caller: Caller) => void (lent = caller),
    /** The session with these keys is over, or what it may is. */
    forget: (accessKey: string | undefined) => {
      if (lent?.keys.accessKey === accessKey) lent = undefined
    },
    now: (clock: number): Caller | undefined => {
      if (lent?.expires !== undefined && lent.expires <= clock) lent = undefined
      return lent
    },
  }
}
