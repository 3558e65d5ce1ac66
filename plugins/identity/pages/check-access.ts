import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { useDialog } from 'stowage/web'

type Account = { kind: 'user' | 'group' | 'service-account'; name: string }

/** Returns the Check Access action for an account; empty without the permission. */
export const useCheckAccess = () => {
  const open = useDialog('check-access')
  return (account: Account) =>
    open ? [{ label: 'Check Access', icon: ShieldQuestion, onSelect: () => void open(account) }] : []
}
