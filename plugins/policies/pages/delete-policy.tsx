import { call } from '../../../core/client.ts'
import { shown } from '../../../core/format.ts'
import { confirm } from '../../../core/ui/confirm.tsx'
import { policies } from '../contract.ts'

/** Asks, then deletes a policy; true once it is gone. One that is in use is refused by the server, which says so. */
export const deletePolicy = (name: string) =>
  confirm({
    title: 'Delete Policy',
    body: (
      <>
        This deletes the policy <strong>{shown(name)}</strong>. A policy that is still assigned to a user or group
        cannot be deleted.
      </>
    ),
    verb: 'Delete',
    busyVerb: 'Deleting',
    run: () => call(policies.remove, { query: { name } }),
  })
