import { call, showToast } from 'stowage/web'
import { displayName } from 'stowage'
import { confirm } from 'stowage/ui'
import { buckets } from '../../contract.ts'

/** Confirms and changes versioning; resolves to true when done. */
export const editVersioning = async (bucket: string, on: boolean, excluded: readonly string[] = []) => {
  const done = await confirm({
    title: 'Edit Versioning',
    body: on ? (
      <>
        From now on <strong>{displayName(bucket)}</strong> keeps every version of an object under its key, and deleting
        hides an object instead of removing it. Versions count toward the quota.
      </>
    ) : (
      <>
        From now on <strong>{displayName(bucket)}</strong> overwrites objects. The versions of files that are there will
        not be deleted automatically.
        {excluded.length > 0 &&
          ` The storage forgets that ${excluded.map(displayName).join(', ')} ${excluded.length === 1 ? 'is' : 'are'} excluded from versioning.`}
      </>
    ),
    undo: on
      ? 'You can suspend it again. Versions are kept.'
      : 'You can enable it again. Objects overwritten or deleted until then are lost.',
    verb: on ? 'Enable' : 'Disable',
    busyVerb: on ? 'Enabling' : 'Disabling',
    tone: on ? 'primary' : 'danger',
    run: () =>
      call(buckets.setVersioning, {
        params: { bucket },
        body: { versioning: on, forget_exclusions: excluded.length > 0 },
      }),
  })
  if (done) showToast(`Versioning successfully ${on ? 'enabled' : 'disabled'}`)
  return done
}
