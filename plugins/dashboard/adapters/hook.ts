import { setTimeout as sleep } from 'node:timers/promises'
import type { Alert } from '../alerts/contract.ts'
import { figures } from '../alerts/figures.ts'
import { sentenceOf, titleOf } from '../alerts/words.ts'
import { type Book, giveUp, nextNotice, type Notice } from './alert-book.ts'
import { type AddressField, type Outbound, reasonOf, Unreached } from '../../../engines/outbound/outbound.ts'

/** The field that names the webhook. */
export const ENDPOINT: AddressField = { field: 'endpoint', title: 'Endpoint' }

/** Waits so long, or until the signal fires. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

const pausing: Pause = (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

/**
 * How long a webhook may take, the first and the longest time between two attempts, and when one is given up; in ms.
 */
/** Of an answer only the status counts; a receiver that says more than this is a wrong address. In bytes. */
const LONGEST_ANSWER = 64 * 1024

const [PATIENCE, SHORTEST, LONGEST, GIVEN_UP] = [10_000, 1000, 300_000, 86_400_000]

/** What a webhook is sent; `text` alone is what chat services show. */
export const messageOf = (alert: Alert, turn: Notice['turn'] | 'test') => {
  const { id, rule, figure, level, threshold, value, where, began, ended } = alert
  const word = { began: 'Alert', ended: 'Over', test: 'Test' }[turn]
  return JSON.stringify({
    text: `${word}: ${turn === 'ended' ? titleOf(alert) + (where ? `, ${where}` : '') : sentenceOf(alert)}`,
    state: turn,
    alert: {
      id,
      rule,
      figure,
      title: titleOf(alert),
      level,
      threshold,
      value,
      unit: figures[figure].unit,
      ...(where && { where }),
      began,
      ...(ended && { ended }),
    },
  })
}

/** Sends a message once. Throws `Failure` where it was not taken. */
export const send = async (outbound: Outbound, endpoint: string, body: string, signal?: AbortSignal) => {
  const headers = { 'content-type': 'application/json' }
  const { status } = await outbound.request(endpoint, {
    ...ENDPOINT,
    method: 'POST',
    headers,
    body,
    deadline: PATIENCE,
    most: LONGEST_ANSWER,
    ...(signal && { signal }),
  })
  if (status >= 300 && status < 400)
    throw new Unreached('status', ENDPOINT, `it leads elsewhere (${status}), which is not followed`)
  if (status >= 300) throw new Unreached('status', ENDPOINT, `it answers with status ${status}`)
}

type Means = {
  outbound: Outbound
  clock(): number
  /** What there is to tell, which this changes; `save` keeps it. */
  book(): Book
  save(): Promise<void>
  pause?: Pause | undefined
}

/**
 * Tells the webhook of what waits, one after the other, ever more seldom where it is not taken. `wake` has it look at
 * once.
 */
export const createTeller = ({ outbound, clock, book, save, pause = pausing }: Means) => {
  const stopping = new AbortController()
  let waking = new AbortController()
  let running: Promise<void> | undefined

  const tell = async ({ notice, alert }: { notice: Notice; alert: Alert }): Promise<number> => {
    const { endpoint } = book()
    const told = alert.told ?? { state: 'waiting' as const, tries: 0 }
    const failure = await send(outbound, endpoint, messageOf(alert, notice.turn), stopping.signal).then(
      () => undefined,
      (error: Error) => error,
    )
    // whom to tell was changed meanwhile, or the console stops: what is kept stays as it is
    if (stopping.signal.aborted || book().notices[0] !== notice) return 0
    const tries = told.tries + 1
    if (!failure) alert.told = { state: 'delivered', tries }
    else alert.told = { state: 'waiting', tries, reason: reasonOf(failure) }
    const isLate = clock() - notice.since > GIVEN_UP
    if (failure && isLate) giveUp(book(), notice, reasonOf(failure))
    if (!failure || isLate) book().notices.shift()
    await save()
    return failure && !isLate ? Math.min(LONGEST, SHORTEST * 2 ** (tries - 1)) : 0
  }

  const work = async () => {
    for (let next = nextNotice(book()); next && !stopping.signal.aborted; next = nextNotice(book())) {
      const wait = await tell(next)
      if (wait === 0) continue
      waking = new AbortController()
      await pause(wait, AbortSignal.any([stopping.signal, waking.signal]))
    }
  }

  return {
    wake: () => {
      waking.abort()
      running ??= work().finally(() => (running = undefined))
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
