import { call, showToast } from 'stowage/web'
import { displayName } from 'stowage'
import { confirm } from 'stowage/ui'
import { buckets } from '../../contract.ts'
import * as messages from '../../messages.ts'

/** Confirms and changes versioning; resolves to true when done. */
export const editVersioning = async (bucket: string, on: boolean, excluded: readonly string[] = []) => {
  const done = await confirm({
    title: 'Edit Versioning',
    body: on ? (
      <>
        <strong>{displayName(bucket)}</strong> will keep all versions of each object, and deleting an object only hides
        it. Versions count toward the quota.
      </>
    ) : (
      <>
        <strong>{displayName(bucket)}</strong> will overwrite objects. Existing versions are not deleted automatically.
        {excluded.length > 0 && messages.exclusionOfFromVersioning(excluded.map(displayName).join(', '))}
      </>
    ),
    undo: on ? messages.youCanSuspendItAgain : messages.youCanEnableItAgain,
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
