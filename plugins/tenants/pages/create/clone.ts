import * as v from 'valibot'
import type { Offers, Template } from '../../create/contract.ts'
import type { ClonedTenant, NewTenant } from '../../create/payload.ts'
import { type WizardValues, type Step, steps } from '../../create/steps.ts'
import { allocationOf, requestOf } from './request.ts'
import { isObject } from 'stowage'

type Fields = Readonly<Record<string, unknown>>
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Fields that are sent completely if any part of them changes. */
const wholes = ['affinity', 'tolerations', 'node_selector', 'securityContext', 'postgres_securityContext']

/** Fields that differ between two requests; removed ones are `null`. */
const changesOf = (before: Fields, after: Fields): Fields =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): [string, unknown][] => {
      const [had, has] = [before[name], after[name]]
      if (isSame(had, has)) return []
      return [[name, isObject(had) && isObject(has) && !wholes.includes(name) ? changesOf(had, has) : (has ?? null)]]
    }),
  )

const poolChanges = (before: NewTenant, after: NewTenant) => {
  const { resources, ...changes } = changesOf(before.pools[0] ?? {}, after.pools[0] ?? {})
  // limits depend on the size too: they stay as they are unless memory was requested
  const requestsMemory = isObject(resources) && isObject(resources.requests)
  return { ...changes, ...(requestsMemory && { resources: after.pools[0]?.resources }) }
}

/** Key server settings that are not in a secret. */
const open = ['replicas', 'image', 'securityContext'] as const

/**
 * Request for a copy of a tenant. `before` is the request that would recreate the original, `after` the new one. Fields
 * equal in both are copied from the original. Fields in secrets are always sent, because secrets are never copied.
 */
export const cloneRequest = (before: NewTenant, after: NewTenant): ClonedTenant => {
  const { pools: _, encryption: keysBefore, ...others } = before
  const { pools: __, encryption, name, namespace, erasureCodingParity, image_registry, tls, idp, ...rest } = after
  const pool = poolChanges(before, after)
  const keys = encryption && {
    ...encryption,
    ...Object.fromEntries(open.map((field) => [field, undefined])),
    ...Object.fromEntries(
      open.flatMap((field) => (isSame(keysBefore?.[field], encryption[field]) ? [] : [[field, encryption[field]]])),
    ),
  }
  return {
    ...changesOf(
      Object.fromEntries(Object.keys(rest).map((field) => [field, others[field as keyof typeof others]])),
      rest,
    ),
    name,
    namespace,
    erasureCodingParity,
    image_registry,
    tls,
    idp,
    ...(Object.keys(pool).length > 0 && { pool }),
    ...(keys && { encryption: keys }),
  }
}

/** Initial values of the first step if the template lacks them. */
export const setupStart = { servers: 4, drives: 1, size: '100', unit: 'Gi', memory: 2 } as const

type Source = {
  /** The original's settings. */
  template: Template
  offers: Offers
  /** Memory available on each node, in bytes. */
  memory: number | undefined
  /** Storage class selected if a tenant has none. */
  storageClass: string | undefined
}

/** The request that would recreate the original, under the new tenant's name. */
export const requestOfSource = (now: WizardValues, { template, offers, memory, storageClass }: Source): NewTenant => {
  const sourceSteps: Partial<Record<Step, object>> = template.steps
  const { name, namespace, parity } = now.setup
  const setup = {
    ...setupStart,
    storage_class: storageClass ?? '',
    ...sourceSteps.setup,
    name,
    namespace,
    parity,
  } as WizardValues['setup']
  const others = Object.fromEntries(
    (Object.keys(steps) as Step[]).map((step) => {
      // values that the wizard itself would refuse have been changed since
      const read = v.safeParse(steps[step], sourceSteps[step] ?? {})
      return [step, read.success ? read.output : {}]
    }),
  ) as WizardValues
  return requestOf({ ...others, setup }, allocationOf(setup, memory), offers)
}
