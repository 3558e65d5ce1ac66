import { call } from '../../../core/client.ts'
import { shown } from '../../../core/format.ts'
import { confirm } from '../../../core/ui/confirm.tsx'
import { identity } from '../contract.ts'

/** Asks, then deletes a user; true once it is gone. */
export const deleteUser = (name: string) =>
  confirm({
    title: 'Delete User',
    body: (
      <>
        This deletes the user <strong>{shown(name)}</strong> with its service accounts and memberships, and ends its
        sessions. It cannot be undone.
      </>
    ),
    verb: 'Delete',
    busyVerb: 'Deleting',
    run: () => call(identity.removeUser, { query: { name }, body: { id: name } }),
  })

/** Asks, then deletes a group; true once it is gone. The title is the specification's (spec/1 2.10). */
export const deleteGroup = (name: string) =>
  confirm({
    title: 'Delete User',
    body: (
      <>
        This deletes the group <strong>{shown(name)}</strong> and its policy assignments. A group that still has members
        cannot be deleted.
      </>
    ),
    verb: 'Delete',
    busyVerb: 'Deleting',
    run: () => call(identity.removeGroup, { query: { name } }),
  })

/** Asks, then deletes a service account; true once it is gone. */
export const deleteAccount = (accessKey: string) =>
  confirm({
    title: 'Delete ServiceAccount',
    body: (
      <>
        This deletes the service account <strong>{shown(accessKey)}</strong>. Whatever signs in with it stops working at
        once.
      </>
    ),
    verb: 'Delete',
    busyVerb: 'Deleting',
    run: () => call(identity.removeAccount, { params: { accessKey } }),
  })
