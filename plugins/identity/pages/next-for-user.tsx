import FolderLock from 'lucide-react/icons/folder-lock'
import LogIn from 'lucide-react/icons/log-in'
import UsersIcon from 'lucide-react/icons/users'
import { canOpenPage, base } from 'stowage/web'
import { encodeSegment, displayName } from 'stowage'
import { CopyButton, Icon, Link, Stack, Row } from 'stowage/ui'
import * as styles from './next.css.ts'
import * as messages from '../messages.ts'

/** Suggested next actions after creating a user. */
export const NextForUser = ({ user, onClose }: { user: string; onClose: () => void }) => {
  const login = `${location.origin}${base}/login`
  return (
    <Stack as="section" gap={2} aria-labelledby="what-next">
      <h3 id="what-next" className={styles.heading}>
        What next?
      </h3>
      <ul>
        <Row as="li" gap={3} className={styles.step}>
          <Icon of={LogIn} />
          <span className={styles.text}>{messages.signInAsUser(displayName(user), login)}</span>
          <CopyButton text={login} label="Copy address" />
        </Row>
        {canOpenPage('/users/:userName+') && canOpenPage('/groups') && (
          <Row as="li" gap={3} className={styles.step}>
            <Icon of={UsersIcon} />
            <Link href={`/users/${encodeSegment(user)}?tab=groups`} onClick={onClose}>
              Add it to a group
            </Link>
          </Row>
        )}
        {canOpenPage('/policies') && (
          <Row as="li" gap={3} className={styles.step}>
            <Icon of={FolderLock} />
            <Link href={`/policies?create=1&user=${encodeURIComponent(user)}`} onClick={onClose}>
              {messages.restrictToBucket}
            </Link>
          </Row>
        )}
      </ul>
    </Stack>
  )
}
