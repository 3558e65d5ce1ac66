import { Status } from 'stowage/ui'
import type { Status as Value } from '../contract.ts'

/** Whether a user or group is enabled, as a shape and a word. */
export const UserStatus = ({ of, prefix = '' }: { of: Value; prefix?: string }) => (
  <Status tone={of === 'enabled' ? 'ok' : 'unknown'}>{`${prefix}${of === 'enabled' ? 'Enabled' : 'Disabled'}`}</Status>
)
