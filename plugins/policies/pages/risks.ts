import type { Document } from './document.ts'
import * as messages from '../messages.ts'

/** A permission equivalent to full access, and why. */
export type Risk = { action: string; effect: string }

/** All permissions equivalent to full access. docs/access-control.md has the same list. */
export const risks: readonly Risk[] = [
  {
    action: 'admin:CreateUser',
    effect: messages.setsPasswords,
  },
  { action: 'admin:CreatePolicy', effect: messages.rewritesPolicies },
  { action: 'admin:AttachUserOrGroupPolicy', effect: messages.attachesPolicies },
  { action: 'admin:UpdatePolicyAssociation', effect: messages.attachesPolicies },
  {
    action: 'admin:AddUserToGroup',
    effect: messages.joinsGroups,
  },
  {
    action: 'admin:CreateServiceAccount',
    effect: messages.createsAccessKeys,
  },
  {
    action: 'admin:UpdateServiceAccount',
    effect: messages.setsSecretKeys,
  },
  { action: 'admin:ImportIAM', effect: 'replaces users, groups and policies' },
  { action: 'admin:ExportIAM', effect: messages.readsSecretKeys },
  { action: 'admin:ConfigUpdate', effect: messages.controlsServerConfig },
  { action: 'admin:ServerUpdate', effect: messages.replacesServerProgram },
  { action: 'admin:SiteReplicationAdd', effect: messages.sharesAccounts },
]

const wildcards = ['*', 'admin:*']

/** Of the admin actions, `admin:*` is the only wildcard. */
const includesAction = (actions: readonly string[], action: string) =>
  actions.some((one) => one === action || wildcards.includes(one))

/** Permissions granted by a policy that are equivalent to full access; a Deny without conditions removes one. */
export const risksOf = (document: Document | undefined): Risk[] => {
  const statements = document?.Statement ?? []
  const denied = statements.filter(({ Effect, Condition }) => Effect === 'Deny' && !Condition)
  const allowed = statements.filter(({ Effect }) => Effect === 'Allow')
  const covers = ({ Action, NotAction }: (typeof statements)[number], action: string) =>
    NotAction.length > 0 ? !includesAction(NotAction, action) : includesAction(Action, action)
  const found = risks.filter(
    ({ action }) =>
      allowed.some((statement) => covers(statement, action)) && !denied.some((statement) => covers(statement, action)),
  )
  return found.length === risks.length ? [{ action: 'admin:*', effect: 'grants all admin permissions' }] : found
}
