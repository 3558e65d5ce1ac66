import { Failure } from '../../../../core/failure.ts'
import { type Client, kindAt, pathOf, Refused, type Resource } from '../../../../engines/kubernetes/client.ts'
import type { Part } from '../../create/contract.ts'
import { tenantKind } from '../kind.ts'
import { writeYaml } from '../../../../engines/kubernetes/yaml.ts'
import { isNamespaceMissing } from '../../../../engines/kubernetes/error-texts.ts'

const secretKind = kindAt('v1', 'secrets')
const kindOf = ({ kind }: Resource) => (kind === 'Secret' ? secretKind : tenantKind)
const wordsOf = ({ kind, metadata }: Resource) => `${kind === 'Secret' ? 'secret' : 'tenant'} ${metadata.name}`

const partOf = ({ kind = '', metadata: { name, uid } }: Resource, state: Part['state']): Part => ({
  kind,
  name,
  ...(state === 'there' && uid && { uid }),
  state,
})

/** Why a tenant was not made, with what became of each part of it. */
export class Stopped extends Failure {
  constructor(
    failure: Failure,
    readonly parts: readonly Part[],
  ) {
    super(failure.status, failure.message, failure)
  }
}

const labelled = (client: Client, namespace: string | undefined, tenant: string) =>
  client.list(pathOf(secretKind, { namespace }), { labelSelector: `v1.min.io/tenant=${tenant}` })

/**
 * Refuses what would get in the way of something that is there (operator 2.5), but for secrets of these uids, which it
 * gives. Throws `Failure` 409.
 */
export const refuseTaken = async (client: Client, tenant: Resource, over: readonly string[] = []) => {
  const { name, namespace } = tenant.metadata
  const [first] = await client.list(pathOf(tenantKind, { namespace }))
  if (first)
    throw new Failure(409, 'You can only create one tenant per namespace', {
      detail: `Tenant ${first.metadata.name} is in namespace ${namespace}`,
    })
  const secrets = (await labelled(client, namespace, name)).map((secret): Resource => ({ ...secret, kind: 'Secret' }))
  const isOurs = ({ metadata: { uid = '' } }: Resource) => over.includes(uid)
  if (secrets.every(isOurs)) return secrets
  const others = secrets.filter((secret) => !isOurs(secret))
  const names = others.map(({ metadata }) => metadata.name).join(', ')
  const failure = new Failure(
    409,
    `There are secrets of an earlier tenant "${name}" in namespace "${namespace}": remove them, or choose another name`,
    { detail: names },
  )
  throw new Stopped(
    failure,
    secrets.map((secret) => partOf(secret, 'there')),
  )
}

const place = (object: Resource) => pathOf(kindOf(object), { namespace: object.metadata.namespace })

/** Makes one. Where the connection broke before there was an answer, it may have been made all the same. */
const create = async (client: Client, object: Resource) => {
  try {
    return await client.create(place(object), object)
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof Refused) throw error
    const { namespace, name } = object.metadata
    const found = await client.get(pathOf(kindOf(object), { namespace, name })).catch(() => undefined)
    if (found && isSame(found, object)) return found
    throw error
  }
}

/** Removes one, unless somebody has made it anew since; gives whether it is gone. */
const isRemoved = async (client: Client, object: Resource) => {
  const { namespace, name, uid } = object.metadata
  try {
    await client.remove(pathOf(kindOf(object), { namespace, name }), { preconditions: { uid } })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.status === 404
  }
  return true
}

/** Removes what was made, the last first; gives what could not be removed. */
const undo = async (client: Client, made: readonly Resource[]) => {
  const left: Resource[] = []
  for (const object of [...made].reverse()) if (!(await isRemoved(client, object))) left.unshift(object)
  return left
}

/**
 * Removes secrets that an attempt to make this tenant left, by their uids; gives the names of those that could not be.
 * Throws `Failure` 409 once there is the tenant.
 */
export const cleanUp = async (client: Client, namespace: string, tenant: string, uids: readonly string[]) => {
  const there = await client.list(pathOf(tenantKind, { namespace }))
  if (there.some(({ metadata }) => metadata.name === tenant))
    throw new Failure(409, `There is a tenant "${tenant}" by now, and these secrets are its own`)
  const secrets = (await labelled(client, namespace, tenant)).filter(({ metadata: { uid = '' } }) => uids.includes(uid))
  const left = await undo(
    client,
    secrets.map((secret): Resource => ({ ...secret, kind: 'Secret' })),
  )
  return left.map(({ metadata }) => metadata.name)
}

/** Why a step failed, in words, with what became of those before it. */
const failureAt = (object: Resource, error: Failure, after: string) => {
  const { namespace } = object.metadata
  const none = error.status === 404 && isNamespaceMissing(error.detail ?? '')
  const words = none
    ? `namespace: there is no namespace "${namespace}"`
    : `The ${wordsOf(object)} could not be made: ${error.message}`
  return new Failure(error.status, words, { detail: [error.detail, after].filter(Boolean).join('. ') })
}

/** What became of those that were made, in words. */
const afterOf = (made: readonly Resource[], left: readonly Resource[], keep: boolean) => {
  const names = left.map(wordsOf).join(', ')
  if (made.length === 0) return 'Nothing was made'
  if (keep) return `What was made before is kept: ${names}`
  return left.length > 0
    ? `What was made before could not be removed: ${names}`
    : 'What was made before was removed again'
}

/** Whether a secret that is there holds what one that is planned does. */
const isSame = (one: Resource, other: Resource) =>
  one.type === other.type &&
  JSON.stringify(Object.entries(one.data ?? {}).sort()) === JSON.stringify(Object.entries(other.data ?? {}).sort())

/**
 * Makes all of it in this order, or nothing: what was made before a step failed is removed again, and only that, unless
 * it is to be kept. Of what an attempt `before` left stays what is as it should be; the rest of it is removed first.
 */
export const makeAll = async (
  client: Client,
  objects: readonly Resource[],
  { keep = false, before = [] }: { keep?: boolean; before?: readonly Resource[] } = {},
) => {
  const found = (object: Resource) =>
    before.find((one) => one.kind === object.kind && one.metadata.name === object.metadata.name && isSame(one, object))
  const stays = objects.flatMap((object) => found(object) ?? [])
  const stuck = await undo(
    client,
    before.filter((one) => !stays.includes(one)),
  )
  const made: Resource[] = [...stays]
  for (const [index, object] of objects.entries()) {
    if (found(object)) continue
    try {
      made.push({ ...object, metadata: (await create(client, object)).metadata })
    } catch (error) {
      const left = keep ? made : await undo(client, made)
      if (!(error instanceof Failure)) throw error
      const stateOf = (one: Resource, at: number): Part => {
        const mine = made.find(({ kind, metadata }) => kind === one.kind && metadata.name === one.metadata.name)
        if (mine) return partOf(mine, left.includes(mine) ? 'there' : 'removed')
        return partOf(one, at === index ? 'failed' : 'waiting')
      }
      const others = stuck.filter(({ metadata }) => !objects.some((one) => one.metadata.name === metadata.name))
      throw new Stopped(failureAt(object, error, afterOf(made, left, keep)), [
        ...others.map((one) => partOf(one, 'there')),
        ...objects.map(stateOf),
      ])
    }
  }
}

/**
 * Has the cluster check each of them as if it were made, but for what is in the way of an attempt `before`; gives the
 * last one as the cluster would store it. Throws `Failure` for the first that it would refuse.
 */
export const tryAll = async (client: Client, objects: readonly Resource[], before: readonly Resource[] = []) => {
  let last: Resource | undefined
  for (const object of objects) {
    if (before.some(({ kind, metadata }) => kind === object.kind && metadata.name === object.metadata.name)) continue
    try {
      last = await client.create(place(object), object, { dryRun: 'All' })
    } catch (error) {
      throw error instanceof Failure ? failureAt(object, error, 'Nothing was made') : error
    }
  }
  return last
}

const unseen = ({ data, ...secret }: Resource) => ({
  ...secret,
  ...(data !== undefined && {
    data: Object.fromEntries(Object.keys(data as object).map((name) => [name, '(not shown)'])),
  }),
})

/** What would be made, as YAML; what secrets hold is not shown. */
export const shownAs = (objects: readonly Resource[]) =>
  objects.map((object) => writeYaml(object.kind === 'Secret' ? unseen(object) : object)).join('---\n')
