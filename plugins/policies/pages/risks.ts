import type { Document } from './document.ts'
import * as messages from '../messages.ts'

/** A permission equivalent to full access, and why. */
export type Risk = { action: string; means: string }

/** All permissions equivalent to full access. docs/access-control.md has the same list. */
export const risks: readonly Risk[] = [
  {
    action: 'admin:CreateUser',
    means: messages.setsPasswordOfAnyUser,
  },
  { action: 'admin:CreatePolicy', means: messages.rewritesAnyPolicyIncludingOwn },
  { action: 'admin:AttachUserOrGroupPolicy', means: messages.attachesAnyPolicyToAnyone },
  { action: 'admin:UpdatePolicyAssociation', means: messages.attachesAnyPolicyToAnyone },
  {
    action: 'admin:AddUserToGroup',
    means: messages.joinsAnyGroupIncludingAdministrators,
  },
  {
    action: 'admin:CreateServiceAccount',
    means: messages.createsAccessKeysForAny,
  },
  {
    action: 'admin:UpdateServiceAccount',
    means: messages.setsSecretKeyOfAny,
  },
  { action: 'admin:ImportIAM', means: 'replaces users, groups and policies' },
  { action: 'admin:ExportIAM', means: messages.readsSecretKeysOfAll },
  { action: 'admin:ConfigUpdate', means: messages.readsServersSecretsAndControls },
  { action: 'admin:ServerUpdate', means: messages.makesServerRunAnotherProgram },
  { action: 'admin:SiteReplicationAdd', means: messages.sharesAllUsersAndPolicies },
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
  return found.length === risks.length ? [{ action: 'admin:*', means: 'grants all admin permissions' }] : found
}
