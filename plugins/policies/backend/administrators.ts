import { createEvaluator, type UserWithPolicies, type PolicyDocument, type Purpose } from 'stowage/iam'
import { createTimeSlice } from 'stowage/server'
import type { Loss } from '../administrators.ts'

/** Both together let an account grant any permission to anyone, including itself. */
const needed = ['admin:CreateUser', 'admin:AttachUserOrGroupPolicy']

const isAdministrator = ({ own, conditionContext }: UserWithPolicies, purpose: Purpose) => {
  const { isAllowed } = createEvaluator(
    own.map(({ document }) => document),
    conditionContext,
    purpose,
  )
  return needed.every((action) => isAllowed({ action }))
}

/** Returns the user as after the change; an empty list if they can no longer sign in. */
const applyLoss = (loss: Loss, updatedPolicy: PolicyDocument | undefined) => {
  const [removedUsers, disabled] = [new Set(loss.users), new Set(loss.groups)]
  const leaving = { users: new Set(loss.memberships?.users), groups: new Set(loss.memberships?.groups) }
  const detached = new Set(loss.detached?.policies)
  return ({ name, conditionContext, own, memberOf }: UserWithPolicies): UserWithPolicies[] => {
    const groups = memberOf.filter((group) => !(leaving.users.has(name) && leaving.groups.has(group)))
    if (removedUsers.has(name) || groups.some((group) => disabled.has(group))) return []
    const isHolder = (group: string | undefined) =>
      loss.detached?.kind === 'user'
        ? group === undefined && name === loss.detached.name
        : group === loss.detached?.name
    const remaining = own
      .filter(({ group }) => group === undefined || groups.includes(group))
      .filter(({ policy, group }) => !(loss.detached && isHolder(group) && detached.has(policy)))
      .map((one) =>
        updatedPolicy && one.policy === loss.updatedPolicy?.name ? { ...one, document: updatedPolicy } : one,
      )
    return [{ name, conditionContext, own: remaining, memberOf: groups }]
  }
}

/** Names the users who are administrators before a change, and who are, or may be (`conditional`), afterwards. */
export const administratorsAmong = async (
  users: readonly UserWithPolicies[],
  loss: Loss,
  updatedPolicy?: PolicyDocument,
) => {
  const [before, after, conditional]: [string[], string[], string[]] = [[], [], []]
  const [change, yieldIfDue] = [applyLoss(loss, updatedPolicy), createTimeSlice()]
  for (const account of users) {
    // assume that conditions depending on the request hold
    if (isAdministrator(account, 'offer')) before.push(account.name)
    for (const changed of change(account)) {
      if (isAdministrator(changed, 'decide')) after.push(changed.name)
      else if (isAdministrator(changed, 'offer')) conditional.push(changed.name)
    }
    await yieldIfDue()
  }
  return { before, after, conditional }
}
