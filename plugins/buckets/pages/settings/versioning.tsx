import { call } from 'stowage/web'
import { displayName } from 'stowage'
import { confirm } from 'stowage/ui'
import { buckets } from '../../contract.ts'
import * as messages from '../../messages.ts'

/** Confirms and changes versioning; resolves to true when done. */
export const editVersioning = (bucket: string, on: boolean, hasQuota: boolean, excluded: readonly string[] = []) =>
  confirm({
    title: 'Edit Versioning',
    body: on ? (
      <>
        <strong>{displayName(bucket)}</strong> will keep all versions of each object, and deleting an object only hides
        it.{hasQuota && messages.versionsCountTowardQuota}
      </>
    ) : (
      <>
        <strong>{displayName(bucket)}</strong> will overwrite objects. Existing versions are not deleted automatically.
        {excluded.length > 0 && messages.exclusionIsDeleted(excluded.map(displayName).join(', '))}
      </>
    ),
    undo: on ? messages.enableVersioningHelp : messages.suspendVersioningWarning,
    verb: on ? 'Enable' : 'Disable',
    tone: on ? 'primary' : 'danger',
    run: () =>
      call(buckets.setVersioning, {
        params: { bucket },
        body: { versioning: on, remove_exclusions: excluded.length > 0 },
      }),
    done: messages.settingChanged('Versioning', displayName(bucket), on ? 'enabled' : 'disabled'),
  })
