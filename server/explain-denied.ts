import type { Action, Endpoint, Feed } from '../core/protocol/contract.ts'
import { Failure } from '../core/protocol/failure.ts'
import { missingPermission } from '../engines/access-denied.ts'
import type { Permissions } from '../engines/engine.ts'

/** Parts of a call that identify its object. */
type Parts = { params?: unknown; query?: unknown; body?: unknown }

const textOf = (part: unknown, names: readonly string[]): string | undefined => {
  if (typeof part !== 'object' || part === null) return undefined
  const found = names
    .map((name) => (part as Record<string, unknown>)[name])
    .find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : undefined
}

/** Bucket and key, or prefix, of a call. */
const resourceOf = ({ params, query, body }: Parts): { bucket?: string; key?: string } => {
  const bucket = textOf(params, ['bucket'])
  if (bucket === undefined) return {}
  const key = textOf(query, ['key', 'prefix', 'path']) ?? textOf(body, ['path', 'prefix'])
  return { bucket, ...(key !== undefined && { key }) }
}

const missingActions = (
  actions: readonly Action[],
  permissions: Permissions,
  resource: { bucket?: string; key?: string },
) => actions.filter((action) => !permissions.may(action, action.startsWith('s3:') ? resource : {}))

/**
 * Adds the missing action and its resource to a refusal: if the engine did not say which, those of the call's actions
 * that the account lacks, or all of them if it seems to have them. Returns the error of the session if that has ended,
 * and other errors unchanged.
 */
export const explainDenied = async (
  error: unknown,
  { allow }: Endpoint | Feed,
  parts: Parts,
  permissions: () => Promise<Permissions>,
): Promise<unknown> => {
  if (
    !(error instanceof Failure) ||
    error.status !== 403 ||
    error.code !== 'AccessDenied' ||
    error.missing.length > 0 ||
    typeof allow === 'string'
  )
    return error
  const resource = resourceOf(parts)
  let granted: Permissions | undefined
  try {
    granted = await permissions()
  } catch (reason) {
    if (reason instanceof Failure && reason.status === 401) return reason
  }
  // only the storage knows the reason
  if (granted?.areUnknown) return error
  const missing = granted ? missingActions(allow, granted, resource) : []
  const actions = missing.length > 0 ? missing : allow
  const on =
    resource.bucket !== undefined && actions.some((action) => action.startsWith('s3:'))
      ? ` on ${resource.bucket}/${resource.key ?? ''}`
      : ''
  return new Failure(403, error.message, {
    ...error,
    detail: `${actions.join(', ')} ${actions.length > 1 ? 'are' : 'is'} not granted${on}`,
    missing: actions.map((action) => missingPermission(action, resource)),
  })
}
