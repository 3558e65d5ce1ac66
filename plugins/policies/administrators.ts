import * as v from 'valibot'
import { limits, names, post, displayName, text } from 'stowage'
import * as messages from './messages.ts'

// Who could still manage users and policies after a change that removes permissions.

const MAX = { users: 10_000, groups: 1000, policies: 1000 }

/** Removals of a change; omitted parts remove nothing. */
export const Loss = v.object({
  /** Users that are deleted or disabled. */
  users: v.optional(names(MAX.users), []),
  /** Groups that are disabled. */
  groups: v.optional(names(MAX.groups), []),
  /** Memberships that end: each of the users leaves each of the groups. */
  memberships: v.optional(v.object({ users: names(MAX.users), groups: names(MAX.groups) })),
  /** Policies detached from a user or group. */
  detached: v.optional(
    v.object({ kind: v.picklist(['user', 'group']), name: text(limits.name), policies: names(MAX.policies) }),
  ),
  /** A policy whose document is replaced. */
  updatedPolicy: v.optional(v.object({ name: text(limits.name), policy: text(limits.policy) })),
})
export type Loss = v.InferInput<typeof Loss>

/**
 * Administrators are users that may both create users and attach policies, and can therefore restore any permission.
 */
export const Administrators = v.object({
  /** Before the change, including `conditional` administrators. */
  before: v.array(v.string()),
  after: v.array(v.string()),
  /** After the change, if conditions decide that depend on the request. */
  conditional: v.array(v.string()),
  /** Whether the root account may sign in. */
  root: v.picklist(['on', 'off', 'unknown']),
  /** Whether accounts of a directory or identity provider, which are not counted, may be administrators. */
  externalAccounts: v.picklist(['none', 'unknown']),
  /** Policies that the storage cannot read; they are not counted. */
  unreadablePolicies: v.array(v.string()),
})
export type Administrators = v.InferOutput<typeof Administrators>

export const administrators = post('/api/v1/access/administrators', {
  allow: ['admin:ListUsers', 'admin:GetGroup', 'admin:ListUserPolicies'],
  effect: 'none',
  body: Loss,
  reply: Administrators,
})

/** Most names written out in a sentence. */
const MAX_NAMES = 5

const joinNames = (all: readonly string[]) =>
  all.slice(0, MAX_NAMES).map(displayName).join(', ') +
  (all.length > MAX_NAMES ? ` and ${all.length - MAX_NAMES} more` : '')

/** Describes who else can manage users and policies. */
const otherAdministrators = (
  { conditional, root, externalAccounts, unreadablePolicies }: Administrators,
  rootStays: boolean,
) => {
  const isRootUnknown = rootStays && root === 'unknown'
  return [
    conditional.length > 0 && messages.permissionsDependOnConditions(joinNames(conditional)),
    isRootUnknown && messages.rootSignInUnknown,
    externalAccounts === 'unknown' && messages.providerAccountsNotCounted,
    unreadablePolicies.length > 0 && messages.unreadablePoliciesNotCounted(joinNames(unreadablePolicies)),
  ].filter((sentence) => typeof sentence === 'string')
}

/** Warning if the administrators cannot be determined, with the reason. */
export const unknownAdministrators = ({ status, message }: { status: number; message: string }) => {
  const reason = status === 403 ? messages.accountsNotListable : message
  return messages.remainingAdministratorsUnknown(reason)
}

/** Warnings if a change removes the last administrator; empty otherwise. */
export const lastAdministrator = (administrators: Administrators): string[] => {
  const { before, after, conditional, root } = administrators
  const removed = before.filter((name) => !after.includes(name) && !conditional.includes(name))
  if (removed.length === 0 || after.length > 0) return []
  const last =
    removed.length === 1
      ? messages.lastAdministratorRemoved(joinNames(removed))
      : messages.lastAdministrators(joinNames(removed))
  const consequence = root === 'off' ? messages.rootCannotSignIn : messages.onlyRootRemains
  return [`${last} ${conditional.length > 0 ? '' : consequence}`.trim(), ...otherAdministrators(administrators, true)]
}

/** Names who can manage users and policies without the root account, or without a way to sign in. */
export const remainingAdministrators = (
  administrators: Administrators,
  { root }: { root: 'stays' | 'goes' },
): string => {
  const rootStays = root === 'stays' && administrators.root !== 'off'
  const local = administrators.after.length > 0 ? `the users ${joinNames(administrators.after)}` : undefined
  const names = [rootStays && administrators.root === 'on' && 'the root account', local].filter(Boolean).join(' and ')
  const sentence = names ? messages.administratorsAfterChange(names) : messages.noRemainingAdministrator
  return [sentence, ...otherAdministrators(administrators, rootStays)].join(' ')
}
