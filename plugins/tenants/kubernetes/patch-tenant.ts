import { Failure } from 'stowage'
import type { Client, Resource } from 'stowage/engines/kubernetes'
import * as messages from '../messages.ts'

type Operation = { op: 'add' | 'replace' | 'remove'; path: string; value?: unknown }

/** Changes fields of a tenant if it has not changed since it was read. Throws `Failure` 409 otherwise. */
export const patchTenant = async (client: Client, at: string, before: Resource, changes: readonly Operation[]) => {
  if (changes.length === 0) return
  const { resourceVersion } = before.metadata
  try {
    await client.patch(at, [{ op: 'test', path: '/metadata/resourceVersion', value: resourceVersion }, ...changes])
  } catch (error) {
    // for a failed JSON Patch test, the cluster returns only a generic error
    if (error instanceof Failure && error.status === 403) throw error
    if ((await client.get(at)).metadata.resourceVersion === resourceVersion) throw error
    throw new Failure(409, messages.tenantChangedTryAgain)
  }
}
