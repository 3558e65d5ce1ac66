import type { ReactNode } from 'react'
import { say, sayFailure } from '../banners.ts'
import { Failure } from '../failure.ts'
import { count, shown } from '../format.ts'
import { confirm } from './confirm.tsx'
import { capitalised, counted, type Noun } from './words.ts'

/** As many calls as a browser sends side by side without holding up the page. */
const atOnce = 4
/** More names than one reads are counted. */
const named = 8

type Run<Thing> = {
  noun: Noun
  things: readonly Thing[]
  nameOf: (thing: Thing) => string
  /** Does it to one; throws a `Failure`. */
  act: (thing: Thing) => Promise<unknown>
  /** What was done, for the message: "deleted". */
  done: string
  /** Takes it back from those that it was done to, at the press of Undo in the message. */
  undo?: (things: readonly Thing[]) => void
}

type Refusal = { name: string; failure: Failure }

const words = (refusals: readonly Refusal[]) =>
  refusals
    .slice(0, named)
    .map(({ name, failure }) => `${shown(name)}: ${failure.message}`)
    .concat(refusals.length > named ? [`and ${count(refusals.length - named)} more`] : [])
    .join('\n')

/**
 * Does one thing to each of several, a few side by side. Says how many it was done to, throws if it was not done to
 * all.
 */
export const toEach = async <Thing,>({ noun, things, nameOf, act, done, undo }: Run<Thing>, signal?: AbortSignal) => {
  const queue = [...things]
  const refusals: Refusal[] = []
  const good: Thing[] = []
  const work = async () => {
    for (let thing = queue.shift(); thing !== undefined && !signal?.aborted; thing = queue.shift()) {
      try {
        await act(thing)
        good.push(thing)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        refusals.push({ name: nameOf(thing), failure: error })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const [first] = refusals
  if (good.length > 0)
    say(
      `${capitalised(counted(good.length, noun))} successfully ${done}`,
      undo && { label: 'Undo', run: () => undo(good) },
    )
  if (!first) return
  if (things.length === 1) throw first.failure
  throw new Failure(first.failure.status, `${capitalised(counted(refusals.length, noun))} could not be ${done}`, {
    detail: words(refusals),
  })
}

type RemoveAll<Thing> = Omit<Run<Thing>, 'done' | 'act' | 'undo'> & {
  remove: Run<Thing>['act']
  /** What goes with them. */
  consequence: ReactNode
}

/** Asks, then deletes several things; true once something is gone. Closing the question stops what has not begun. */
export const removeAll = async <Thing,>({ consequence, remove, ...all }: RemoveAll<Thing>) => {
  const { noun, things, nameOf } = all
  const stop = new AbortController()
  let gone = 0
  let running: Promise<void> | undefined
  let ended = false
  const act = async (thing: Thing) => {
    await remove(thing)
    gone += 1
  }
  await confirm({
    title: `Delete ${counted(things.length, { one: capitalised(noun.one), many: capitalised(noun.many) })}`,
    body: (
      <>
        <p>
          This deletes{' '}
          {things.slice(0, named).map((thing, index) => (
            <span key={nameOf(thing)}>
              {index > 0 && ', '}
              <strong>{shown(nameOf(thing))}</strong>
            </span>
          ))}
          {things.length > named && ` and ${count(things.length - named)} more`}.
        </p>
        <p>{consequence}</p>
      </>
    ),
    undo: 'never',
    typed: things.length === 1 ? nameOf(things[0]!) : counted(things.length, noun),
    verb: 'Delete',
    busyVerb: 'Deleting',
    run: () => (running = toEach({ ...all, act, done: 'deleted' }, stop.signal).finally(() => (ended = true))),
  })
  // what came while the question stood there it has said itself
  const said = ended
  stop.abort()
  await running?.catch((failure: unknown) => said || sayFailure(failure))
  return gone > 0
}
