import { createHmac } from 'node:crypto'
import type { Alert } from '../alerts/contract.ts'
import { addressOf, buildMessage, type AlertEvent } from './alert-messages.ts'
import {
  type AlertState,
  isQueued,
  markUndelivered,
  nextNotice,
  type Notice,
  type WebhookSettings,
} from './alert-state.ts'
import { backoff, type Outbound, type Pause, pauseFor, postToWebhook, reasonOf } from 'stowage/server'

/** Longest backoff, and when a message is given up; in ms. */
const [MAX_BACKOFF, GIVE_UP_AFTER] = [300_000, 86_400_000]

/** Signature of a body: the time in seconds, and the HMAC-SHA256 of time, a dot and the body. */
const signatureOf = (secret: string, body: string, at: number) => {
  const time = Math.floor(at / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

/** Subject of a message, and the time at which it is signed (ms). */
export type Message = { alert: Alert; event: AlertEvent; at: number; signal?: AbortSignal }

/** Sends a message once. Throws `Failure` if it is rejected. */
export const send = async (
  outbound: Outbound,
  { endpoint, format, secret }: WebhookSettings,
  { alert, event, at, signal }: Message,
) => {
  const body = buildMessage(format, alert, event)
  const headers = secret ? { 'x-stowage-signature': signatureOf(secret, body, at) } : {}
  await postToWebhook(outbound, addressOf(format, endpoint), { body, headers, signal })
}

type SenderOptions = {
  outbound: Outbound
  clock(): number
  /** The state with the queued messages, which the sender changes; `save` writes it. */
  state(): AlertState
  save(): Promise<void>
  pause?: Pause | undefined
}

/** Sends queued messages in order, with exponential backoff. `wake` retries immediately. */
export const createWebhookSender = ({ outbound, clock, state, save, pause = pauseFor }: SenderOptions) => {
  const stopping = new AbortController()
  let retryNow = new AbortController()
  let running: Promise<void> | undefined

  const deliver = async ({ notice, alert }: { notice: Notice; alert: Alert }): Promise<number> => {
    const message = { alert, event: notice.event, at: clock(), signal: stopping.signal }
    const failure = await send(outbound, state().webhook, message).then(
      () => undefined,
      (error: Error) => error,
    )
    // the endpoint was changed or the console stops: the saved message stays as it is
    if (stopping.signal.aborted || state().notices[0] !== notice) return 0
    const tries = (notice.tries ?? 0) + 1
    const reason = failure && reasonOf(failure)
    const isLate = clock() - notice.since > GIVE_UP_AFTER
    notice.tries = tries
    alert.delivery = reason === undefined ? { state: 'delivered', tries } : { state: 'waiting', tries, reason }
    if (reason !== undefined && isLate) markUndelivered(state(), notice, reason)
    if (!failure || isLate) {
      state().notices.shift()
      if (isQueued(state(), alert)) alert.delivery = { state: 'waiting', tries: 0 }
    }
    await save()
    return failure && !isLate ? backoff(tries - 1, MAX_BACKOFF) : 0
  }

  const deliverAll = async () => {
    for (let next = nextNotice(state()); next && !stopping.signal.aborted; next = nextNotice(state())) {
      const wait = await deliver(next)
      if (wait === 0) continue
      retryNow = new AbortController()
      await pause(wait, AbortSignal.any([stopping.signal, retryNow.signal]))
    }
  }

  return {
    wake: () => {
      retryNow.abort()
      running ??= deliverAll().finally(() => (running = undefined))
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
