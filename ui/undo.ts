import { Failure } from '../core/protocol/failure.ts'
import { newerChangeWouldBeLost } from './messages.ts'

/** The resource that an action and its Undo replace as a whole. */
export type Replaced = {
  /** Names it in the error: "the quota of photos". */
  what: string
  /** Reads it. A `Failure` with 404 counts as absent. */
  read: () => Promise<unknown>
  /** What `read` returned when the form was filled: the action is refused if it has changed since. */
  shown?: unknown
}

const textOf = (state: unknown) => JSON.stringify(state) ?? 'none'

const stateOf = ({ read }: Replaced) =>
  read().then(textOf, (error: unknown) => {
    if (error instanceof Failure && error.status === 404) return 'none'
    throw error
  })

/** Whether the resource has changed since it was `shown`. */
export const hasChanged = async (replaced: Replaced) =>
  'shown' in replaced && (await stateOf(replaced)) !== textOf(replaced.shown)

/**
 * Guards an Undo against overwriting another person's change: reads the state right after the action, and rejects with
 * a `Failure` 409 if it differs when Undo is pressed. Resolves to `undefined` if the state cannot be read, so that no
 * Undo is offered.
 */
export const guardUndo = async <Args extends unknown[]>(
  revert: (...args: Args) => Promise<unknown>,
  replaced: Replaced,
) => {
  const saved = await stateOf(replaced).catch(() => undefined)
  if (saved === undefined) return undefined
  return async (...args: Args) => {
    if ((await stateOf(replaced)) !== saved) throw new Failure(409, newerChangeWouldBeLost(replaced.what))
    return revert(...args)
  }
}
