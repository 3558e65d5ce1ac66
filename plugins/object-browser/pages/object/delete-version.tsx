import * as v from 'valibot'
import { call, useCall } from 'stowage/web'
import { date, displayName } from 'stowage'
import { Banner, FormDialog, Stack } from 'stowage/ui'
import { objects } from '../../contract.ts'
import { lastName } from '../path.ts'
import { lockOf } from './lock.ts'
import * as styles from './object.css.ts'
import * as messages from '../../messages.ts'

const Schema = v.object({
  bypass: v.optional(v.pipe(v.boolean(), v.title('Bypass Governance'), v.description(messages.bypassGovernanceHelp))),
})

/** A version to delete permanently, or a delete marker, which hides the versions before it. */
export type VersionToDelete = { id: string; modified: string; kind: 'content' | 'marker' }

type DeleteVersionProps = {
  bucket: string
  path: string
  version: VersionToDelete
  mayBypass: boolean
  onClose: () => void
  onDeleted: () => Promise<unknown>
}

/** Dialog that names any lock, and permanently deletes the version. */
export const DeleteVersion = ({ bucket, path, version, mayBypass, onClose, onDeleted }: DeleteVersionProps) => {
  const { id, modified, kind } = version
  const params = { bucket }
  const info = useCall(objects.info, { params, query: { prefix: path, version_id: id } }, { when: kind === 'content' })
  const lock = info.data && lockOf(info.data)
  const isGoverned = lock?.kind === 'governance' && mayBypass
  return (
    <FormDialog
      title="Delete"
      size="confirm"
      tone="danger"
      intro={
        <Stack gap={4} className={styles.question}>
          {kind === 'marker' ? (
            <p>
              This deletes the delete marker of {date(modified)}. Unless another delete marker hides it,{' '}
              <strong>{displayName(lastName(path))}</strong> becomes visible again.
            </p>
          ) : (
            <p>
              This deletes the version of <strong>{displayName(lastName(path))}</strong> from {date(modified)}{' '}
              permanently. This cannot be undone.
            </p>
          )}
          {lock && <Banner tone="warning">{lock.reason}</Banner>}
        </Stack>
      }
      schema={Schema}
      fields={{ bypass: { visible: () => isGoverned } }}
      verb="Delete"
      blocked={({ bypass }) => (lock && !(isGoverned && bypass) ? lock.reason : false)}
      onClose={onClose}
      onDone={onDeleted}
      done={messages.versionDeleted(displayName(lastName(path)))}
      onSubmit={async ({ bypass }) => {
        const query = { path, version_id: id, ...(bypass && { bypass: 'true' }) }
        await call(objects.remove, { params, query })
      }}
    />
  )
}
