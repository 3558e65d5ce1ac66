import { core } from '../../../../core/calls.ts'
import { useCall } from '../../../../core/use-call.ts'

const asked = {
  tag: 's3:PutObjectTagging',
  hold: 's3:PutObjectLegalHold',
  retention: 's3:PutObjectRetention',
  bypass: 's3:BypassGovernanceRetention',
  delete: 's3:DeleteObject',
  seeTags: 's3:GetObjectTagging',
  seeHold: 's3:GetObjectLegalHold',
  seeRetention: 's3:GetObjectRetention',
} as const

/** What the account may do with an object, or see of it. */
export type Right = keyof typeof asked

/** Tells what the account may not do with the object; nothing before it is known. */
export const useRefusals = (bucket: string, object: string) => {
  const actions = Object.entries(asked).map(([id, action]) => ({ id, action, bucket_name: bucket, object }))
  const { data } = useCall(core.hasPermission, { body: { actions } })
  return (right: Right) =>
    (data?.permissions.some(({ id, can }) => id === right && !can) ?? false) && 'Your policies do not allow this'
}

export type Refusals = ReturnType<typeof useRefusals>
