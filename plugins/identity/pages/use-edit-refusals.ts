import { useCallRefusals } from 'stowage/web'
import { identity } from '../contract.ts'
import { useMissingParts } from './use-missing-parts.ts'

/** Calls that edit a part of a user, with the action that the server checks for it. */
export const editCalls = {
  status: [identity.updateUser, 'admin:EnableUser'],
  groups: [identity.updateUser, 'admin:AddUserToGroup'],
} as const

/** Why the account may not edit the status or groups of users; `all` if it may edit nothing. */
export const useEditRefusals = () => {
  const missing = useMissingParts()
  const refusal = useCallRefusals({ user: identity.updateUser, ...editCalls })
  const [status, groups] = [missing.status ?? refusal('status'), missing.groups ?? refusal('groups')]
  const all = missing.roles === undefined ? refusal('user') : status && groups
  return { status, groups, all }
}

/** Calls that edit a part of a group, in the same way. */
export const groupEditCalls = {
  members: [identity.updateGroup, 'admin:AddUserToGroup'],
  status: [identity.updateGroup, 'admin:EnableGroup'],
} as const

/** Why the account may not edit the status or members of groups; `all` if it may edit nothing. */
export const useGroupEditRefusals = () => {
  const missing = useMissingParts()
  const refusal = useCallRefusals(groupEditCalls)
  const [status, members] = [missing.status ?? refusal('status'), refusal('members')]
  return { status, members, all: status && members }
}
