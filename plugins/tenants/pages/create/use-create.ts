import { useState } from 'react'
import { call } from 'stowage/web'
import { Failure, displayName } from 'stowage'
import { confirm } from 'stowage/ui'
import { type Created, creating } from '../../create/contract.ts'
import type { ClonedTenant, NewTenant } from '../../create/payload.ts'
import { keptSecretText } from '../kept-secret.ts'
import * as messages from '../../messages.ts'

/** A failed attempt: why, and what became of each resource. */
export type StoppedAttempt = NonNullable<Created['stopped']>

/** A failed attempt that left resources, and its tenant, whose name may have been changed in the form since. */
type Leftover = StoppedAttempt & Pick<NewTenant, 'name' | 'namespace'>

/** Result of a dry run, and how a copy differs from its original. */
export type Review = { yaml: string } & { [Name in 'differences' | 'needs']: Created[Name] }

/** Uids of the existing resources of an attempt. */
export const uidsOf = ({ parts }: Pick<StoppedAttempt, 'parts'>) =>
  parts.flatMap(({ state, uid }) => (state === 'exists' && uid ? [uid] : []))

/** Whether the attempt conflicted with existing resources before it created anything. */
export const isBlocked = ({ parts }: Pick<StoppedAttempt, 'parts'>) => parts.every(({ state }) => state === 'exists')

/** The tenant to create: a new one, or a copy. */
export type CreateRequest =
  | { like?: undefined; body: NewTenant }
  | { like: { namespace: string; tenant: string }; body: ClonedTenant }

/** Sends the request; `over` are uids of secrets from a previous attempt. */
const send = (request: CreateRequest, query: { dryRun?: 'yes'; stopped: 'removed' | 'preserved' }, over: string[]) => {
  const more = over.length > 0 ? { over } : {}
  return request.like
    ? call(creating.clone, { params: request.like, query, body: { ...request.body, ...more } })
    : call(creating.create, { query, body: { ...request.body, ...more } })
}

/** Runs a dry run, then creates the tenant. A failed attempt can be continued or cleaned up. */
export const useCreate = (getRequest: () => CreateRequest) => {
  const [busy, setBusy] = useState<'dry-run' | 'real' | 'cleaning'>()
  const [failure, setFailure] = useState<Failure>()
  const [review, setReview] = useState<Review>()
  const [keep, setKeep] = useState(false)
  const [stopped, setStopped] = useState<StoppedAttempt>()
  const [leftover, setLeftover] = useState<Leftover>()
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
      setStopped(undefined)
    } finally {
      setBusy(undefined)
    }
  }

  const attempt = (kind: 'dry-run' | 'real') =>
    during(kind, async () => {
      const over = leftover ? uidsOf(leftover) : []
      const request = getRequest()
      const { name, namespace } = request.body
      const query = { stopped: keep ? 'preserved' : 'removed' } as const
      const result = await send(request, kind === 'dry-run' ? { dryRun: 'yes', ...query } : query, over)
      const { yaml, differences, needs } = result
      setReview(kind === 'dry-run' && yaml !== undefined ? { yaml, differences, needs } : undefined)
      setStopped(result.stopped)
      if (result.stopped && uidsOf(result.stopped).length > 0) setLeftover({ ...result.stopped, name, namespace })
      else if (result.stopped)
        setLeftover(leftover?.name === name && leftover.namespace === namespace ? undefined : leftover)
      else if (kind === 'real') setCreated(result)
    })

  return {
    busy,
    failure,
    review,
    keep,
    setKeep,
    stopped,
    left: leftover,
    created,
    check: () => attempt('dry-run'),
    make: () => attempt('real'),
    clean: async () => {
      if (!leftover) return
      const { name: tenant, namespace } = leftover
      const question = {
        title: 'Clean Up',
        body: messages.earlierTenantSecrets,
        undo: 'never',
        verb: 'Remove',
        tone: 'danger',
        typed: tenant,
      } as const
      if (isBlocked(leftover) && !(await confirm(question))) return
      await during('cleaning', async () => {
        const body = { uids: uidsOf(leftover) }
        const { left: undeleted } = await call(creating.cleanUp, { params: { namespace, tenant }, body })
        if (undeleted.length > 0)
          throw new Failure(409, messages.resourcesNotDeleted, {
            detail: undeleted.map((secret) => keptSecretText(secret) ?? displayName(secret.name)).join(' '),
          })
        setLeftover(undefined)
        setStopped(undefined)
      })
    },
    show: () => setStopped(leftover),
    close: () => {
      setReview(undefined)
      setStopped(undefined)
    },
    dismiss: () => setFailure(undefined),
  }
}
export type Creation = ReturnType<typeof useCreate>
