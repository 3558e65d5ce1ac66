import { call, pMap, readTicket, showToast } from 'stowage/web'
import { counted, Failure } from 'stowage'
import type { JobCallbacks, Task } from '../../transfers/jobs.ts'
import { recordSend, unfinishedSend } from '../../transfers/unfinished-sends.ts'
import { withRetries } from '../../transfers/with-retries.ts'
import { MAX_OBJECT_SIZE, MAX_OBJECTS, sending } from '../../servers/contract.ts'
import { noun, type Row } from '../items.ts'
import { objects } from '../../contract.ts'
import { lastName, parent } from '../path.ts'
import { failureOf } from './copies.ts'

/** Calls in flight. */
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

/** An object to send, as listed, and its key at the target. */
type Step = { path: string; to: string; size: number; etag: string }

/** Objects and folders to send, page by page. */
const stepsOf = async function* (bucket: string, rows: readonly Row[], target: string, signal: AbortSignal) {
  const single = rows.filter(({ kind }) => kind === 'object')
  if (single.length > 0)
    yield single.map(({ path, size, etag = '' }): Step => ({ path, to: target + lastName(path), size, etag }))
  for (const { path: folder } of rows.filter(({ kind }) => kind === 'folder')) {
    const start = target + lastName(folder)
    let cursor: string | undefined
    do {
      const query = { prefix: folder, recursive: 'true', limit: '1000', cursor }
      const page = await withRetries(signal, () => call(objects.list, { params: { bucket }, query }, { signal }))
      yield page.objects.map(
        ({ name, size = 0, etag = '' }): Step => ({ path: name, to: start + name.slice(folder.length), size, etag }),
      )
      cursor = page.cursor
    } while (cursor && !signal.aborted)
  }
}

/** Small objects together, up to the limit of a call, and large ones alone. */
const callsFor = (steps: readonly Step[]) => {
  const small = steps.filter(({ size }) => size <= MAX_OBJECT_SIZE)
  const batches = Array.from({ length: Math.ceil(small.length / MAX_OBJECTS) }, (_, at) =>
    small.slice(at * MAX_OBJECTS, (at + 1) * MAX_OBJECTS),
  )
  return [...batches, ...steps.filter(({ size }) => size > MAX_OBJECT_SIZE).map((step) => [step])]
}

type Failed = { path: string; message: string }[]

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
 * has, and continues incomplete uploads of this browser.
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
      if (id) unfinished.set(key, { path, id })
    }
    unfinished.delete(key)
  }

  /** Sends small objects. Returns the number of those that are complete. */
  const sendSmall = async (steps: readonly Step[], failed: Failed, signal: AbortSignal) => {
    let [done, attempts] = [0, 0]
    for (let waiting = [...steps]; waiting.length > 0; ) {
      const request = { objects: waiting, to_bucket: to.bucket, mode, existing }
      const reply = await withRetries(signal, async () => {
        attempts += 1
        const body = { ...request, server_token: await ticketOf() }
        return call(sending.sendMany, { params: { bucket }, body }, { signal })
      })
      const isMoved = ({ status }: { status?: number | undefined }) =>
        // a move whose response was lost has deleted the source
        mode === 'move' && attempts > 1 && status === 404
      const refused = reply.objects.filter((one) => one.state === 'failed' && !isMoved(one))
      failed.push(...refused.map(({ path, message = '' }) => ({ path, message })))
      const remaining = new Set(reply.objects.filter(({ state }) => state === 'waiting').map(({ path }) => path))
      done += waiting.length - refused.length - remaining.size
      // objects that have grown since they were listed
      if (remaining.size === waiting.length) {
        for (const step of waiting) await sendOne(step, signal)
        return done + waiting.length
      }
      waiting = waiting.filter(({ path }) => remaining.has(path))
    }
    return done
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
    const failed: Failed = []
    const failure = new AbortController()
    const stopSignal = AbortSignal.any([signal, failure.signal])
    const send = async (steps: readonly Step[]) => {
      const [step] = steps
      if (!step) return
      try {
        if (step.size <= MAX_OBJECT_SIZE) {
          const sent = await sendSmall(steps, failed, stopSignal)
          done += sent
        } else {
          await sendOne(step, stopSignal)
          done += 1
        }
        onProgress(done)
      } catch (error) {
        // without a session at either server, all others would fail as well
        const isOver = error instanceof Failure && (error.status === 401 || error.code === 'SessionEnded')
        if (!(error instanceof Failure) || isOver || stopSignal.aborted) throw error
        failed.push(...steps.map(({ path }) => ({ path, message: error.message })))
      }
    }
    try {
      for await (const page of stepsOf(bucket, rows, to.folder, signal))
        await pMap(callsFor(page), send, { concurrency: CONCURRENCY })
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
    showToast(`${counted(done, noun)} ${verbs[1].toLowerCase()} to ${server.name}`)
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
