import { call, pMap, readTicket, showToast } from 'stowage/web'
import { capitalize, counted, Failure } from 'stowage'
import type { JobCallbacks, Task } from '../../transfers/jobs.ts'
import { recordSend, unfinishedSend } from '../../transfers/unfinished-sends.ts'
import { withRetries } from '../../transfers/with-retries.ts'
import { sending } from '../../servers/contract.ts'
import { noun, type Row } from '../items.ts'
import { parent } from '../path.ts'
import { failureOf, stepsInto } from './copies.ts'
import type { Step } from './copy-step.ts'

/** Objects in flight. */
const CONCURRENCY = 4

/** Time after which a ticket is replaced, in ms: before it expires. */
const TICKET_AGE = 4 * 60_000

/** Returns the same ticket for some minutes. */
const createTicketSource = (path: string) => {
  let ticket: Promise<string> | undefined
  let since = 0
  return () => {
    if (!ticket || Date.now() - since > TICKET_AGE) {
      since = Date.now()
      ticket = readTicket(path)
      ticket.catch(() => (ticket = undefined))
    }
    return ticket
  }
}

type SendOptions = {
  bucket: string
  rows: readonly Row[]
  server: { name: string; path: string }
  /** Bucket and folder at the other server. */
  to: { bucket: string; folder: string }
  mode: 'copy' | 'move'
  existing: 'keep' | 'replace'
  onDone: () => void
}

/**
 * A transfer that copies or moves objects and folders to another server. A repeated one skips what the target already
 * has, and continues unfinished uploads of this browser.
 */
export const sendTask = ({ bucket, rows, server, to, mode, existing, onDone }: SendOptions): Task => {
  const verbs = mode === 'copy' ? (['Copying', 'Copied'] as const) : (['Moving', 'Moved'] as const)
  const ticketOf = createTicketSource(server.path)
  const unfinished = new Map<string, { path: string; id: string }>()

  const sendOne = async ({ path, to: key }: Step, signal: AbortSignal) => {
    const target = { server: server.name, bucket: to.bucket, key }
    let id = unfinishedSend(target)
    let attempts = 0
    const send = async () => {
      attempts += 1
      const request = { path, to_bucket: to.bucket, to: key, mode, existing, id }
      return call(
        sending.send,
        { params: { bucket }, body: { ...request, server_token: await ticketOf() } },
        { signal },
      )
    }
    for (;;) {
      const { state, id: next } = await withRetries(signal, send).catch((error: unknown) => {
        // a move whose response was lost has deleted the source
        if (mode === 'move' && attempts > 1 && error instanceof Failure && error.status === 404)
          return { state: 'copied' as const, id: '' }
        throw error
      })
      if (next !== id) recordSend(target, next)
      id = next
      if (state !== 'partial') break
      unfinished.set(key, { path, id })
    }
    unfinished.delete(key)
  }

  const abortAll = () =>
    pMap([...unfinished], async ([key, { path, id }]) => {
      recordSend({ server: server.name, bucket: to.bucket, key }, '')
      await call(sending.abortSend, {
        params: { bucket },
        body: { server_token: await ticketOf(), path, to_bucket: to.bucket, to: key, id },
      })
    })

  const run = async ({ signal, onProgress }: JobCallbacks) => {
    let done = 0
    const failed: { path: string; message: string }[] = []
    const failure = new AbortController()
    const stopSignal = AbortSignal.any([signal, failure.signal])
    const one = async (step: Step) => {
      try {
        await sendOne(step, stopSignal)
        onProgress((done += 1))
      } catch (error) {
        // without a session at either server, all others would fail as well
        const isOver = error instanceof Failure && (error.status === 401 || error.code === 'SessionEnded')
        if (!(error instanceof Failure) || isOver || stopSignal.aborted) throw error
        failed.push({ path: step.path, message: error.message })
      }
    }
    try {
      for await (const page of stepsInto(bucket, rows, to.folder, { signal }))
        await pMap(page, one, { concurrency: CONCURRENCY })
    } catch (error) {
      failure.abort()
      // the next attempt continues what is not canceled
      if (signal.reason === 'cancelled') await abortAll().catch(() => undefined)
      throw error
    } finally {
      onDone()
    }
    signal.throwIfAborted()
    if (failed.length > 0) throw failureOf(verbs[1].toLowerCase(), failed)
    showToast(`${capitalize(counted(done, noun))} ${verbs[1].toLowerCase()} to ${server.name}`)
  }

  const [first] = rows
  return {
    bucket,
    key: rows.length === 1 ? (first?.path ?? '') : parent(first?.path ?? ''),
    size: 0,
    verbs: [`${verbs[0]} to ${server.name}`, `${verbs[1]} to ${server.name}`],
    run,
  }
}
