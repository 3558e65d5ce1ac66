import type { AuditRecord } from '../contract.ts'

const isGroup = (state: string | undefined) => {
  try {
    const value: unknown = JSON.parse(state ?? '')
    return typeof value === 'object' && value !== null && 'members' in value
  } catch {
    // truncated, or not recorded
    return false
  }
}

/** Whether a record in the console is about a user, a group or a policy, which `object` names. */
export const subjectKind = ({ api_name, bucket, before, after }: AuditRecord) => {
  if (bucket) return undefined
  if (api_name.startsWith('console.policies.')) return 'policy'
  const [, call = ''] = api_name.split('console.identity.')
  if (/Group$/.test(call)) return 'group'
  // the policies of both are set with one call
  if (call === 'setPolicy') return isGroup(after) || isGroup(before) ? 'group' : 'user'
  return /User$|^(setUserGroups|changeUserPassword)$/.test(call) ? 'user' : undefined
}
