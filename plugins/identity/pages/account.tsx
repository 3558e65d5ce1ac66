import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useQuery } from '../../../core/location.ts'
import { allows } from '../../../core/session.ts'
import { Button } from '../../../core/ui/button.tsx'
import { Page } from '../../../core/ui/page.tsx'
import { useCall } from '../../../core/use-call.ts'
import { identity } from '../contract.ts'
import { ServiceAccounts } from './accounts.tsx'
import { ChangePassword } from './passwords.tsx'

/** The signed-in account: its service accounts and its password. */
export default function Account() {
  const accounts = useCall(identity.accounts)
  const [changing, setChanging] = useQuery('password')
  const mayChange = allows('/account/change-password')
  return (
    <Page
      title="Account"
      actions={
        mayChange && (
          <Button icon={LockKeyhole} onPress={() => setChanging('1')}>
            Change Password
          </Button>
        )
      }
    >
      <ServiceAccounts accounts={accounts} />
      {mayChange && changing && <ChangePassword onClose={() => setChanging('')} />}
    </Page>
  )
}
