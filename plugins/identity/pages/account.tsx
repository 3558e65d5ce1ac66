import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { canOpenPage, useCall, useQuery, useSession } from 'stowage/web'
import { Button, Page } from 'stowage/ui'
import { identity } from '../contract.ts'
import { ServiceAccounts } from './accounts.tsx'
import { ChangePassword } from './passwords.tsx'
import * as messages from '../messages.ts'

/** Why the owner cannot change the password. */
const passwordReasons = {
  owner: false,
  operator: messages.rootPasswordSetAtStorage,
  directory: messages.ownPasswordManagedByProvider,
} as const

/** The signed-in account: its service accounts and its password. */
export default function Account() {
  const accounts = useCall(identity.accountDetails)
  const [changing, setChanging] = useQuery('password')
  const { password, rights } = useSession()
  const mayChange = canOpenPage('/account/change-password')
  return (
    <Page
      title="Service Accounts"
      actions={
        mayChange && (
          <Button icon={LockKeyhole} disabled={passwordReasons[password]} onPress={() => setChanging('1')}>
            Change Password
          </Button>
        )
      }
    >
      <ServiceAccounts accounts={accounts} blocked={rights === 'none' && messages.ownPolicyRequired} />
      {mayChange && changing && !passwordReasons[password] && <ChangePassword onClose={() => setChanging('')} />}
    </Page>
  )
}
