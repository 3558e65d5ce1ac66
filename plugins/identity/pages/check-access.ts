import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { allows } from '../../../core/session.ts'

/** The way to what an account may do, for whoever may ask that. */
export const checkAccess = (account: { kind: 'user' | 'group' | 'service-account'; name: string }) =>
  allows('/check-access') ? [{ label: 'Check Access', icon: ShieldQuestion, href: `/check-access?${new URLSearchParams(account).toString()}` }] : []
