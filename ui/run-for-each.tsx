import pMap from 'p-map'
import type { ReactNode } from 'react'
import { showToast, showError } from '../core/web/toasts.ts'
import { Failure } from '../core/protocol/failure.ts'
import { count, displayName } from '../core/protocol/format.ts'
import { confirm } from './confirm.tsx'
import { capitalize, counted, type Noun } from './noun.ts'

/** Concurrent calls; as many as a browser runs without delaying the page's own. */
const CONCURRENCY = 4
/** Maximum number of names listed in a message; the rest is counted. */
const MAX_NAMES = 8

type Run<Thing> = {
  noun: Noun
  items: readonly Thing[]
  /** Default: the item itself. */
  nameOf?: (thing: Thing) => string
  /** Action for one item; throws a `Failure`. */
  act: (thing: Thing) => Promise<unknown>
  /** Past participle of the action, for the toast: "deleted". */
  done: string
  /** Reverts it for the items that were done, when Undo is pressed in the toast. */
  undo?: (items: readonly Thing[]) => void
}

type Refusal = { name: string; failure: Failure }

const listOf = (refusals: readonly Refusal[]) =>
  refusals
    .slice(0, MAX_NAMES)
    .map(({ name, failure }) => `${displayName(name)}: ${failure.message}`)
    .concat(refusals.length > MAX_NAMES ? [`and ${count(refusals.length - MAX_NAMES)} more`] : [])
    .join('\n')

/** Runs an action on each of several items, a few at a time. Reports how many succeeded, and throws if any failed. */
export const runForEach = async <Thing,>(
  { noun, items, nameOf = String, act, done, undo }: Run<Thing>,
  signal?: AbortSignal,
) => {
  const refusals: Refusal[] = []
  const succeeded: Thing[] = []
  const run = async (item: Thing) => {
    if (signal?.aborted) return
    try {
      await act(item)
      succeeded.push(item)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refusals.push({ name: nameOf(item), failure: error })
    }
  }
  await pMap(items, run, { concurrency: CONCURRENCY })
  const [first] = refusals
  const [only] = succeeded
  if (only !== undefined)
    showToast(
      succeeded.length === 1
        ? `${capitalize(noun.one)} ${displayName(nameOf(only))} ${done}`
        : `${counted(succeeded.length, noun)} ${done}`,
      undo && { label: 'Undo', run: () => undo(succeeded) },
    )
  if (!first) return
  if (items.length === 1) throw first.failure
  throw new Failure(first.failure.status, `${counted(refusals.length, noun)} could not be ${done}`, {
    detail: listOf(refusals),
  })
}

type RemoveAll<Thing> = Omit<Run<Thing>, 'done' | 'act' | 'undo'> & {
  remove: Run<Thing>['act']
  /** Data that is deleted with them. */
  consequence: ReactNode
}

/** Asks, then deletes several items; `true` once any is deleted. Closing the dialog skips those not started. */
export const deleteAll = async <Thing,>({ consequence, remove, ...all }: RemoveAll<Thing>) => {
  const { noun, items, nameOf = String } = all
  const controller = new AbortController()
  const deleted = new Set<Thing>()
  let running: Promise<void> | undefined
  let ended = false
  const act = async (item: Thing) => {
    await remove(item)
    deleted.add(item)
  }
  const remaining = () => items.filter((item) => !deleted.has(item))
  const question = (left: readonly Thing[]) => ({
    title: `Delete ${counted(left.length, { one: capitalize(noun.one), many: capitalize(noun.many) })}`,
    body: (
      <>
        <p>
          This deletes{' '}
          {left.slice(0, MAX_NAMES).map((item, index) => (
            <span key={nameOf(item)}>
              {index > 0 && ', '}
              <strong>{displayName(nameOf(item))}</strong>
            </span>
          ))}
          {left.length > MAX_NAMES && ` and ${count(left.length - MAX_NAMES)} more`}.
        </p>
        <p>{consequence}</p>
      </>
    ),
  })
  const run = async () => {
    ended = false
    try {
      await runForEach({ ...all, items: remaining(), act, done: 'deleted' }, controller.signal)
    } finally {
      ended = true
    }
  }
  await confirm({
    ...question(items),
    undo: 'never',
    typed: items.length === 1 ? nameOf(items[0]!) : counted(items.length, noun),
    verb: 'Delete',
    run: () => (running = run()),
    stoppable: true,
    retry: () => question(remaining()),
  })
  // errors that arrived while the dialog was open were shown there
  const isReported = ended
  controller.abort()
  await running?.catch((failure: unknown) => isReported || showError(failure))
  return deleted.size > 0
}
