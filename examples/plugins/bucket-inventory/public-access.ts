import type { Entry } from './contract.ts'

type Statement = { Effect?: string; Principal?: unknown; Condition?: object }

const isEveryone = (principal: unknown): boolean => {
  if (principal === '*') return true
  if (typeof principal !== 'object' || principal === null || !('AWS' in principal)) return false
  return [principal.AWS].flat().includes('*')
}

/** Whether a bucket policy grants anything to everyone; without a policy, a bucket is private. */
export const publicAccess = (policy: string | undefined): Entry['access'] => {
  if (!policy?.trim()) return 'private'
  try {
    const { Statement = [] } = JSON.parse(policy) as { Statement?: Statement | Statement[] }
    const open = [Statement].flat().filter(({ Effect, Principal }) => Effect === 'Allow' && isEveryone(Principal))
    if (open.some(({ Condition }) => !Condition || Object.keys(Condition).length === 0)) return 'public'
    return open.length > 0 ? 'conditional' : 'private'
  } catch {
    // a policy that cannot be parsed says nothing
    return undefined
  }
}
