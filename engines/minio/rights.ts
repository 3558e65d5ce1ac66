import * as v from 'valibot'
import type { Action } from '../../core/contract.ts'
import { Failure } from '../../core/failure.ts'
import type { Reach } from '../policy/reach.ts'
import { isAllowed, type Known, type PolicyDocument, readPolicy } from '../policy/policy.ts'
import type { AccountInfo } from './account-info.ts'
import type { Caller } from './caller.ts'

const ServiceAccount = v.object({ impliedPolicy: v.boolean(), policy: v.string() })

/** A service account's own policy, which accountinfo leaves out; its right is the part that both grant. */
const restrictionOf = async ({ admin, keys }: Caller): Promise<PolicyDocument[][]> => {
  const query = { accessKey: keys.accessKey }
  const own = await admin.read(ServiceAccount, { method: 'GET', name: 'info-service-account', query })
  return own.impliedPolicy ? [] : [[readPolicy(JSON.parse(own.policy))]]
}

/** Whether the account has no policy at all; a disabled one has none either. */
export const hasNoRights = ({ Policy }: AccountInfo) => readPolicy(Policy).Statement.length === 0

/** What the server tells of the caller, and the policies that it is judged by: all layers have to allow. */
export const readRights = async (caller: Caller) => {
  const [info, restriction] = await Promise.all([
    caller.info(),
    caller.keys.sessionToken || caller.keys.accessKey === caller.account ? [] : restrictionOf(caller),
  ])
  const name = [info.AccountName]
  return { info, layers: [[readPolicy(info.Policy)], ...restriction], known: { 'aws:username': name, 'aws:userid': name } }
}

export type Rights = Awaited<ReturnType<typeof readRights>>

/** What somebody wants to do something with. */
export type On = { bucket?: string; key?: string; known?: Known }

/** Whether the policies grant an action, as far as they can be judged here; what this machine cannot know counts against it. */
export const grants = ({ layers, known }: Reach, action: Action, { bucket, key, known: more }: On = {}) =>
  layers.every((documents) => isAllowed(documents, { action, bucket, key, known: { ...known, ...more } }))

/** Whether some policy goes by the tags that an object has. */
export const goByTags = ({ layers }: Rights) =>
  layers.flat().some(({ Statement }) =>
    Statement.some(({ Condition = {} }) =>
      Object.values(Condition).some((keys) => Object.keys(keys).some((key) => key.startsWith('s3:ExistingObjectTag/'))),
    ),
  )

const denied = (action: Action, { bucket, key = '' }: On = {}) =>
  new Failure(403, 'Access denied', `${action} is not granted${bucket === undefined ? '' : ` on ${bucket}/${key}`}`)

/** Throws `Failure` 403 unless the caller's policies grant the action: for what the server lets through, or does in part. */
export const assertGranted = async (caller: Caller, action: Action, on: On = {}) => {
  if (!grants(await readRights(caller), action, on)) throw denied(action, on)
}

/** Throws `Failure` 403 where the caller is a service account whose own policy does not grant the action. */
export const assertUnrestricted = async (caller: Caller, action: Action) => {
  const { layers, known } = await readRights(caller)
  if (!grants({ layers: layers.slice(1), known }, action)) throw denied(action)
}
