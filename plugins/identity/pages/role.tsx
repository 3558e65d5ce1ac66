import { type Draft, RadioGroup } from 'stowage/ui'
import type { Role } from '../contract.ts'
import * as messages from '../messages.ts'

const roles: readonly { value: Role; label: string; hint: string }[] = [
  { value: 'user', label: 'User', hint: messages.roleOfUser },
  { value: 'userplus', label: 'User plus', hint: messages.roleOfUserPlus },
  { value: 'admin', label: 'Administrator', hint: messages.roleOfAdmin },
]

/** Name of a role, and what it permits. */
export const aboutRole = (role: Role) => roles.find(({ value }) => value === role) ?? roles[0]

type RolePickerProps = { value: Draft; onChange: (value: Draft) => void; error: string | undefined }

/** Selects a role. */
export const PickRole = ({ value, onChange, error }: RolePickerProps) => (
  <RadioGroup label="Role" value={String(value)} onChange={onChange} options={roles} error={error} />
)
