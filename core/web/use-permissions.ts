import { core } from '../protocol/calls.ts'
import type { Action, Allow } from '../protocol/contract.ts'
import { Failure } from '../protocol/failure.ts'
import { type Feature, missingFeatures } from '../protocol/features.ts'
import { refusalByRole, refusalFor } from '../protocol/missing-permissions.ts'
import { useSession } from './session.ts'
import { type CallState, useCall } from './use-call.ts'

/** A permission to check: an action and its resource, in the terms of `core.hasPermission`. */
export type PermissionCheck = { action: Action; bucket?: string; object?: string; namespace?: string }

/**
 * Last responses to the same checks, ignoring the object: the next folder of a bucket most likely has the same
 * permissions.
 */
const recentPermissions = new Map<string, Readonly<Record<string, boolean>>>()

/** Permissions as `usePermissions` returns them, and whether they are final. */
const usePermissionState = <Id extends string>(checks: Readonly<Record<Id, PermissionCheck>>) => {
  const { account } = useSession()
  const all = Object.entries<PermissionCheck>(checks)
  const { data, error } = useCall(
    core.hasPermission,
    {
      body: {
        actions: all.map(([id, { action, bucket = '', object = '', namespace }]) => ({
          id,
          action,
          bucket_name: bucket,
          object,
          ...(namespace && { namespace }),
        })),
      },
    },
    { when: all.length > 0 },
  )
  const checkKey = JSON.stringify([
    account,
    all.map(([id, { action, bucket, namespace }]) => [id, action, bucket, namespace]),
  ])
  if (data) recentPermissions.set(checkKey, Object.fromEntries(data.permissions.map(({ id, can }) => [id, can])))
  const permissions = recentPermissions.get(checkKey)
  const may = Object.fromEntries(all.map(([id]) => [id, permissions?.[id] ?? true])) as Record<Id, boolean>
  // if the check fails, the engine decides
  return { may, isLoaded: all.length === 0 || permissions !== undefined || error !== undefined }
}

/**
 * Whether the account has permissions, by check id. `true` until known: disabling is a convenience, the engine
 * authorizes every call.
 */
export const usePermissions = <Id extends string>(
  checks: Readonly<Record<Id, PermissionCheck>>,
): Readonly<Record<Id, boolean>> => usePermissionState(checks).may

/** The function that `useRefusals` returns, for checks by calls that need these features. */
const useRefusalsOf = <Id extends string>(checks: Readonly<Record<Id, PermissionCheck>>) => {
  const may = usePermissions(checks)
  const unmanaged = useUnmanaged()
  return (ids: readonly Id[], features: readonly Feature[] = []) => {
    const missing = ids.filter((id) => !may[id]).map((id) => checks[id])
    return unmanaged(missing, features) ?? refusalFor(missing)
  }
}

/**
 * Returns a function that says why the account may not do something that needs all of these checks: the missing action
 * and resource. `undefined` if allowed or unknown. Use it as the `disabled` of a control.
 */
export const useRefusals = <Id extends string>(checks: Readonly<Record<Id, PermissionCheck>>) => {
  const refusal = useRefusalsOf(checks)
  return (...ids: readonly Id[]) => refusal(ids)
}

/**
 * Returns a function that says why no policy can grant some of the missing permissions: the storage lacks a feature
 * that a call needs, or has no API for its administration.
 */
const useUnmanaged = () => {
  const { features } = useSession()
  return (missing: readonly PermissionCheck[], needed: readonly Feature[] = []) => {
    if (features.includes('administration') || !missing.some(({ action }) => action.startsWith('admin:')))
      return undefined
    const lacking = needed.find((feature) => !features.includes(feature))
    // a storage that has all of the features lets other accounts do it
    if (!lacking && needed.length > 0) return refusalByRole(missing, features)
    return missingFeatures[lacking ?? 'administration']
  }
}

/** A call, whose contract states the actions and features it requires. */
type Call = { readonly allow: Allow; readonly features: readonly Feature[] }

/** Requirements of a control: a call, or several calls and further actions. */
export type Requirement = Call | readonly (Call | Action)[]

const actionsOf = (required: Requirement | Action): readonly Action[] => {
  if (typeof required === 'string') return [required]
  if ('allow' in required) return typeof required.allow === 'string' ? [] : required.allow
  return required.flatMap(actionsOf)
}

const featuresOf = (required: Requirement | Action): readonly Feature[] => {
  if (typeof required === 'string') return []
  return 'features' in required ? required.features : required.flatMap(featuresOf)
}

/**
 * Explains why the account may not make some calls: which of the actions that their contracts require is missing. The
 * returned function returns `false` while the account may make all of them, or its permissions are still loading.
 * Actions of S3 are checked on `bucket`, those of Kubernetes in `namespace`.
 */
export const useCallRefusals = <Id extends string>(
  calls: Readonly<Record<Id, Requirement>>,
  { bucket, namespace }: { bucket?: string; namespace?: string } = {},
) => {
  const actions = [...new Set(Object.values<Requirement>(calls).flatMap(actionsOf))]
  const refusal = useRefusalsOf<string>(
    Object.fromEntries(
      actions.map((action) => [
        action,
        {
          action,
          ...(bucket && action.startsWith('s3:') && { bucket }),
          ...(namespace && action.startsWith('k8s:') && { namespace }),
        },
      ]),
    ),
  )
  return (...ids: readonly Id[]) => {
    const required = ids.map((id) => calls[id])
    return refusal([...new Set(required.flatMap(actionsOf))], required.flatMap(featuresOf))
  }
}

/** Failure of a call that was skipped because its permissions are missing, or no account can have them. */
const failureOf = (missing: readonly PermissionCheck[], unmanaged: string | undefined) =>
  unmanaged
    ? new Failure(501, unmanaged)
    : new Failure(403, 'Access denied', {
        missing: missing.map(({ action, bucket }) => ({
          action,
          ...(bucket && { resource: `arn:aws:s3:::${bucket}` }),
        })),
      })

/**
 * For pages with many calls of which an account may often make only some: `when` says whether to make a call, which
 * avoids refused calls, and `stateOf` returns the failure of a refused call for a skipped one.
 */
export const usePermittedCalls = <Id extends string>(
  calls: Readonly<Record<Id, Call>>,
  resource: { bucket?: string } = {},
) => {
  const checksFor = (id: Id): PermissionCheck[] =>
    actionsOf(calls[id]).map((action) => ({ action, ...(action.startsWith('s3:') && resource) }))
  const { may, isLoaded } = usePermissionState<string>(
    Object.fromEntries((Object.keys(calls) as Id[]).flatMap(checksFor).map((check) => [check.action, check])),
  )
  const unmanaged = useUnmanaged()
  const missing = (id: Id) => checksFor(id).filter(({ action }) => !may[action])
  return {
    when: (id: Id) => isLoaded && missing(id).length === 0,
    stateOf: <T>(id: Id, state: CallState<T>): CallState<T> =>
      missing(id).length > 0
        ? { ...state, error: failureOf(missing(id), unmanaged(missing(id), calls[id].features)) }
        : state,
  }
}

/**
 * Whether the account may make at least one of several calls: it has all actions of one of the sets. `true` while its
 * permissions are loading.
 */
export const useHasAnyPermission = (sets: readonly (readonly Action[])[], resource: { bucket?: string } = {}) => {
  const may = usePermissions<string>(
    Object.fromEntries(
      [...new Set(sets.flat())].map((action) => [action, { action, ...(action.startsWith('s3:') && resource) }]),
    ),
  )
  return sets.some((actions) => actions.every((action) => may[action]))
}
