import { Status } from 'stowage/ui'
import type { Status as Value } from '../contract.ts'

/** Status of a user or group, as icon and text. */
export const UserStatus = ({ of, prefix = '' }: { of: Value; prefix?: string }) => (
  <Status tone={of === 'enabled' ? 'ok' : 'unknown'}>{`${prefix}${of === 'enabled' ? 'Enabled' : 'Disabled'}`}</Status>
)
