import { useState } from 'react'
import { call } from '../../../../core/client.ts'
import { Failure } from '../../../../core/failure.ts'
import { confirm } from '../../../../core/ui/confirm.tsx'
import { type Created, creating } from '../../create/contract.ts'
import type { NewTenant } from '../../create/payload.ts'

export type Halted = NonNullable<Created['stopped']>

/** What of an attempt is there. */
export const uidsOf = ({ parts }: Pick<Halted, 'parts'>) =>
  parts.flatMap(({ state, uid }) => (state === 'there' && uid ? [uid] : []))

/** Whether the way was blocked from the start: nothing of what is there is of this attempt. */
export const isBlocked = ({ parts }: Pick<Halted, 'parts'>) => parts.every(({ state }) => state === 'there')

/**
 * Has the cluster check a tenant, then makes it; what an attempt left that stopped half-way is gone on with, or
 * removed.
 */
export const useCreate = (body: () => NewTenant) => {
  const [busy, setBusy] = useState<'trial' | 'real' | 'cleaning'>()
  const [failure, setFailure] = useState<Failure>()
  const [review, setReview] = useState<string>()
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

  const send = (kind: 'trial' | 'real') =>
    during(kind, async () => {
      const over = left ? uidsOf(left) : []
      const stopped = keep ? 'kept' : 'removed'
      const made = await call(creating.create, {
        query: kind === 'trial' ? { dryRun: 'yes', stopped } : { stopped },
        body: { ...body(), ...(over.length > 0 && { over }) },
      })
      setReview(kind === 'trial' ? made.yaml : undefined)
      setHalted(made.stopped)
      if (made.stopped) setLeft(uidsOf(made.stopped).length > 0 ? made.stopped : undefined)
      else if (kind === 'real') setCreated(made)
    })

  return {
    ...{ busy, failure, review, keep, setKeep, halted, left, created },
    check: () => send('trial'),
    make: () => send('real'),
    clean: async () => {
      const uids = left ? uidsOf(left) : []
      const { name: tenant, namespace } = body()
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
        if (stuck.length > 0) throw new Failure(403, 'Some of it could not be removed', stuck.join(', '))
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
