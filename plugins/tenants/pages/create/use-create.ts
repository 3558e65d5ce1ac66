import { useState } from 'react'
import { call } from 'stowage/web'
import { Failure } from 'stowage'
import { confirm } from 'stowage/ui'
import { type Created, creating } from '../../create/contract.ts'
import type { ClonedTenant, NewTenant } from '../../create/payload.ts'
import * as messages from '../../messages.ts'

export type Halted = NonNullable<Created['stopped']>

/** Result of a dry run, and how a copy differs from its original. */
export type Review = { yaml: string } & { [Name in 'differences' | 'needs']: Created[Name] }

/** Uids of the existing resources of an attempt. */
export const uidsOf = ({ parts }: Pick<Halted, 'parts'>) =>
  parts.flatMap(({ state, uid }) => (state === 'there' && uid ? [uid] : []))

/** Whether the attempt conflicted with existing resources before it created anything. */
export const isBlocked = ({ parts }: Pick<Halted, 'parts'>) => parts.every(({ state }) => state === 'there')

/** The tenant to create: a new one, or a copy. */
export type Wanted =
  | { like?: undefined; body: NewTenant }
  | { like: { namespace: string; tenant: string }; body: ClonedTenant }

/** Sends the request; `over` are uids of secrets from a previous attempt. */
const send = (wanted: Wanted, query: { dryRun?: 'yes'; stopped: 'removed' | 'kept' }, over: string[]) => {
  const more = over.length > 0 ? { over } : {}
  return wanted.like
    ? call(creating.clone, { params: wanted.like, query, body: { ...wanted.body, ...more } })
    : call(creating.create, { query, body: { ...wanted.body, ...more } })
}

/** Runs a dry run, then creates the tenant. A failed attempt can be continued or cleaned up. */
export const useCreate = (wanted: () => Wanted) => {
  const [busy, setBusy] = useState<'trial' | 'real' | 'cleaning'>()
  const [failure, setFailure] = useState<Failure>()
  const [review, setReview] = useState<Review>()
  const [keep, setKeep] = useState(false)
  const [halted, setHalted] = useState<Halted>()
  const [left, setLeft] = useState<Halted>()
  const [created, setCreated] = useState<Created>()

  const during = async (kind: NonNullable<typeof busy>, work: () => Promise<void>) => {
    setBusy(kind)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setFailure(error)
      setReview(undefined)
      setHalted(undefined)
    } finally {
      setBusy(undefined)
    }
  }

  const attempt = (kind: 'trial' | 'real') =>
    during(kind, async () => {
      const over = left ? uidsOf(left) : []
      const stopped = keep ? 'kept' : 'removed'
      const made = await send(wanted(), kind === 'trial' ? { dryRun: 'yes', stopped } : { stopped }, over)
      const { yaml, differences, needs } = made
      setReview(kind === 'trial' && yaml !== undefined ? { yaml, differences, needs } : undefined)
      setHalted(made.stopped)
      if (made.stopped) setLeft(uidsOf(made.stopped).length > 0 ? made.stopped : undefined)
      else if (kind === 'real') setCreated(made)
    })

  return {
    busy,
    failure,
    review,
    keep,
    setKeep,
    halted,
    left,
    created,
    check: () => attempt('trial'),
    make: () => attempt('real'),
    clean: async () => {
      const uids = left ? uidsOf(left) : []
      const { name: tenant, namespace } = wanted().body
      const question = {
        title: 'Clean Up',
        body: messages.secretsOfEarlierTenant,
        undo: 'never',
        verb: 'Remove',
        tone: 'danger',
        typed: tenant,
      } as const
      if (left && isBlocked(left) && !(await confirm(question))) return
      await during('cleaning', async () => {
        const { left: stuck } = await call(creating.cleanUp, { params: { namespace, tenant }, body: { uids } })
        if (stuck.length > 0) throw new Failure(403, messages.someResourcesCould, { detail: stuck.join(', ') })
        setLeft(undefined)
        setHalted(undefined)
      })
    },
    show: () => setHalted(left),
    close: () => {
      setReview(undefined)
      setHalted(undefined)
    },
    dismiss: () => setFailure(undefined),
  }
}
export type Creation = ReturnType<typeof useCreate>
