import type { Document } from './document.ts'

/** A permission equivalent to full access, and why. */
export type Risk = { action: string; means: string }

/** All permissions equivalent to full access. docs/access-control.md has the same list. */
export const risks: readonly Risk[] = [
  {
    action: 'admin:CreateUser',
    means: 'sets the password of any user except root, and can then sign in as that user',
  },
  { action: 'admin:CreatePolicy', means: 'rewrites any policy, including their own' },
  { action: 'admin:AttachUserOrGroupPolicy', means: 'attaches any policy to anyone, including themselves' },
  { action: 'admin:UpdatePolicyAssociation', means: 'attaches any policy to anyone, including themselves' },
  {
    action: 'admin:AddUserToGroup',
    means: "joins any group, including the administrators' group",
  },
  {
    action: 'admin:CreateServiceAccount',
    means: 'creates access keys for any user, including root',
  },
  {
    action: 'admin:UpdateServiceAccount',
    means: 'sets the secret key of any service account and removes its restriction',
  },
  { action: 'admin:ImportIAM', means: 'replaces users, groups and policies' },
  { action: 'admin:ExportIAM', means: 'reads the secret keys of all users' },
  { action: 'admin:ConfigUpdate', means: "reads the server's secrets and controls who can sign in" },
  { action: 'admin:ServerUpdate', means: 'makes the server run another program' },
  { action: 'admin:SiteReplicationAdd', means: 'shares all users and policies with another server' },
]

const everything = ['*', 'admin:*']

/** Of the admin actions, `admin:*` is the only wildcard. */
const names = (actions: readonly string[], action: string) =>
  actions.some((one) => one === action || everything.includes(one))

/** Permissions granted by a policy that are equivalent to full access; a Deny without conditions removes one. */
export const risksOf = (document: Document | undefined): Risk[] => {
  const statements = document?.Statement ?? []
  const denied = statements.filter(({ Effect, Condition }) => Effect === 'Deny' && !Condition)
  const allowed = statements.filter(({ Effect }) => Effect === 'Allow')
  const covers = ({ Action, NotAction }: (typeof statements)[number], action: string) =>
    NotAction.length > 0 ? !names(NotAction, action) : names(Action, action)
  const found = risks.filter(
    ({ action }) =>
      allowed.some((statement) => covers(statement, action)) && !denied.some((statement) => covers(statement, action)),
  )
  return found.length === risks.length ? [{ action: 'admin:*', means: 'grants all admin permissions' }] : found
}
