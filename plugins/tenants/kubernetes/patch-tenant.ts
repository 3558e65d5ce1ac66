import { isDeepStrictEqual } from 'node:util'
import { Failure } from 'stowage'
import { type Client, KubernetesError, type Resource } from 'stowage/engines/kubernetes'
import * as messages from '../messages.ts'

type Operation = { op: 'add' | 'replace' | 'remove'; path: string; value?: unknown }

/** Whether a tenant has what an operation results in; its path ends in `-` for an appended element. */
const isApplied = (tenant: Resource, { op, path, value }: Operation) => {
  const isAppended = path.endsWith('/-')
  const found = (isAppended ? path.slice(0, -2) : path)
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], tenant)
  if (op === 'remove') return found === undefined
  if (isAppended) return Array.isArray(found) && found.some((one) => isDeepStrictEqual(one, value))
  return isDeepStrictEqual(found, value)
}

/**
 * Changes fields of a tenant if it has not changed since it was read. Throws `Failure` 409 otherwise, and 503 if the
 * response is lost and the tenant cannot be read.
 */
export const patchTenant = async (client: Client, at: string, before: Resource, changes: readonly Operation[]) => {
  if (changes.length === 0) return
  const { resourceVersion } = before.metadata
  try {
    await client.patch(at, [{ op: 'test', path: '/metadata/resourceVersion', value: resourceVersion }, ...changes])
  } catch (error) {
    if (error instanceof Failure && error.status === 403) throw error
    // without a response, or with one of a proxy, the cluster may have applied the patch
    const isLost = !(error instanceof KubernetesError) || error.status >= 500
    const after = await client.get(at).catch((unread: unknown) => {
      if (!isLost || !(unread instanceof Failure)) throw unread
      throw new Failure(503, messages.tenantChangeUnknown, { detail: unread.message })
    })
    if (isLost && changes.every((change) => isApplied(after, change))) return
    // for a failed JSON Patch test, the cluster returns only a generic error
    if (after.metadata.resourceVersion === resourceVersion) throw error
    throw new Failure(409, messages.tenantChangedTryAgain)
  }
}
