import { useState } from 'react'
import { call } from '../../../../core/client.ts'
import { Failure } from '../../../../core/failure.ts'
import { confirm } from '../../../../core/ui/confirm.tsx'
import { type Created, creating } from '../../create/contract.ts'
import type { ClonedTenant, NewTenant } from '../../create/payload.ts'

export type Halted = NonNullable<Created['stopped']>

/** What the cluster has checked, and what of it is otherwise than in the tenant that it is a copy of. */
export type Review = { yaml: string } & { [Name in 'differences' | 'needs']: Created[Name] }

/** What of an attempt is there. */
export const uidsOf = ({ parts }: Pick<Halted, 'parts'>) =>
  parts.flatMap(({ state, uid }) => (state === 'there' && uid ? [uid] : []))

/** Whether the way was blocked from the start: nothing of what is there is of this attempt. */
export const isBlocked = ({ parts }: Pick<Halted, 'parts'>) => parts.every(({ state }) => state === 'there')

/** A tenant to be made: a new one, or a copy of another one. */
export type Wanted =
  | { like?: undefined; body: NewTenant }
  | { like: { namespace: string; tenant: string }; body: ClonedTenant }

/** Sends it; `over` are secrets of an attempt before. */
const send = (wanted: Wanted, query: { dryRun?: 'yes'; stopped: 'removed' | 'kept' }, over: string[]) => {
  const more = over.length > 0 ? { over } : {}
  return wanted.like
    ? call(creating.clone, { params: wanted.like, query, body: { ...wanted.body, ...more } })
    : call(creating.create, { query, body: { ...wanted.body, ...more } })
}

/**
 * Has the cluster check a tenant, then makes it; what an attempt left that stopped half-way is gone on with, or
 * removed.
 */
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
    ...{ busy, failure, review, keep, setKeep, halted, left, created },
    check: () => attempt('trial'),
    make: () => attempt('real'),
    clean: async () => {
      const uids = left ? uidsOf(left) : []
      const { name: tenant, namespace } = wanted().body
      const question = {
        title: 'Clean Up',
        body: 'Secrets of an earlier tenant of this name are removed. Whoever wants its volumes back may need the keys in them.',
        undo: 'never',
        verb: 'Remove',
        tone: 'danger',
        typed: tenant,
      } as const
      if (left && isBlocked(left) && !(await confirm(question))) return
      await during('cleaning', async () => {
        const { left: stuck } = await call(creating.cleanUp, { params: { namespace, tenant }, body: { uids } })
        if (stuck.length > 0) throw new Failure(403, 'Some of it could not be removed', { detail: stuck.join(', ') })
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
