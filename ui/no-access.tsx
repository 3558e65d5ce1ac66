import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { displayName } from '../core/protocol/format.ts'
import {
  actionLabel,
  hasResource,
  isOfCluster,
  authorityOf,
  type NeededPermission,
  missingPermissionsOf,
  accessRequestText,
  refusalByRole,
  resourceOf,
  grantText,
} from '../core/protocol/missing-permissions.ts'
import { useSession } from '../core/web/session.ts'
import { Button } from './button.tsx'
import { Code } from './code.tsx'
import { useCopied } from './copy-button.tsx'
import { Details } from './details.tsx'
import * as styles from './empty.css.ts'
import { lazyDialog } from './lazy-dialog.tsx'
import { Empty, LoadFailure, type LoadFailureProps } from './load-failure.tsx'
import * as words from './text.css.ts'
import { askForPolicy, askForRole } from './messages.ts'

export { Empty }

const PermissionsDialog = lazyDialog(async () => (await import('./my-permissions.tsx')).PermissionsDialog)

/** Button that shows the permissions of the account in a dialog. */
export const MyPermissionsButton = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>See What I Can Do</Button>
      {open && <PermissionsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Missing permissions, row by row, a policy statement that grants them, and a text to send to an administrator. */
const MissingPermissions = ({ needs }: { needs: readonly NeededPermission[] }) => {
  const { account } = useSession()
  const [copied, copy] = useCopied()
  const values = {
    Account: account,
    Action: [...new Set(needs.map(({ action }) => actionLabel(action)))].join(', '),
    ...(needs.some(hasResource) && {
      [isOfCluster(needs) ? 'Where' : 'Resource']: [...new Set(needs.filter(hasResource).map(resourceOf))].join(', '),
    }),
  }
  const caption = isOfCluster(needs) ? 'Required role' : 'Required permissions'
  return (
    <div className={styles.missingPermissions}>
      <Details
        rows={Object.entries(values).map(([label, value]) => ({
          label,
          value: <span className={words.mono}>{displayName(value)}</span>,
        }))}
      />
      <div>
        <p className={styles.caption}>{caption}</p>
        <Code text={grantText(needs)} language={isOfCluster(needs) ? 'yaml' : 'json'} label={caption} />
      </div>
      <div className={styles.actions}>
        <Button
          tone="primary"
          where="browser"
          icon={copied ? Check : Copy}
          onPress={() => void copy(accessRequestText({ account, address: location.href, needs }))}
        >
          {copied ? 'Copied' : 'Copy Request'}
        </Button>
        <MyPermissionsButton />
      </div>
    </div>
  )
}

type NoAccessProps = {
  /** Name of the inaccessible content, in lowercase: `users`. */
  what?: string
  /** Headline that replaces the one about `what`. */
  title?: string
  needs: readonly NeededPermission[]
}

/** Explains that the account has no access: which action is missing, on which resource, and what to request. */
export const NoAccess = ({ what = 'this page', title = `You cannot see ${what}`, needs }: NoAccessProps) => {
  const { features } = useSession()
  const byRole = refusalByRole(needs, features)
  if (byRole) return <Empty icon={Lock} title={title} text={byRole} action={<MyPermissionsButton />} />
  return (
    <Empty
      icon={Lock}
      title={title}
      text={
        <>
          {authorityOf(needs)} allow{' '}
          {needs[0] ? <code className={words.mono}>{actionLabel(needs[0].action)}</code> : 'this'}.{' '}
          {isOfCluster(needs) ? askForRole : askForPolicy} that does.
        </>
      }
      {...(needs.length > 0 ? { more: <MissingPermissions needs={needs} /> } : { action: <MyPermissionsButton /> })}
    />
  )
}

/** Shown instead of a list that could not be loaded, with a retry; a 403 shows the missing permission. */
export const LoadError = (props: LoadFailureProps) => {
  const { rights } = useSession()
  // the account's permissions are unknown, so the storage's own message is all there is
  return props.error.status === 403 && rights !== 'unknown' ? (
    <NoAccess what={props.what} needs={missingPermissionsOf(props.error)} />
  ) : (
    <LoadFailure {...props} />
  )
}
