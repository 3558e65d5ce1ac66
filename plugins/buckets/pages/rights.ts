import { core } from '../../../core/calls.ts'
import { useCall } from '../../../core/use-call.ts'

const asked = {
  access: 's3:PutBucketPolicy',
  versioning: 's3:PutBucketVersioning',
  retention: 's3:PutBucketObjectLockConfiguration',
  quota: 'admin:SetBucketQuota',
  encryption: 's3:PutEncryptionConfiguration',
} as const

/** What can be changed about a bucket. */
export type Setting = keyof typeof asked

/** Why the account may not change a setting of the bucket; nothing where it may, or it is not known yet. */
export const useRefusals = (bucket: string) => {
  const actions = Object.entries(asked).map(([id, action]) => ({ id, action, bucket_name: bucket }))
  const { data } = useCall(core.hasPermission, { body: { actions } })
  return (setting: Setting) =>
    (data?.permissions.some(({ id, can }) => id === setting && !can) ?? false) && 'Your policies do not allow changing this'
}
