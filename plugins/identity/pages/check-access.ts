import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { useDialog } from 'stowage/web'

type Account = { kind: 'user' | 'group' | 'service-account'; name: string }

/** Asks what an account may do, for whoever may ask that. */
export const useCheckAccess = () => {
  const open = useDialog('check-access')
  return (account: Account) =>
    open ? [{ label: 'Check Access', icon: ShieldQuestion, onSelect: () => void open(account) }] : []
}
