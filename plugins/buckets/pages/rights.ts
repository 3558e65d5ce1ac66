import { useCallRefusals } from 'stowage/web'
import { buckets, cors, documents } from '../contract.ts'

export type Setting = 'access' | 'versioning' | 'retention' | 'quota' | 'encryption' | 'tags' | 'cors'

/** Why the account may not change each setting of the bucket, or delete it; `false` if it may. */
export const useRefusals = (bucket: string) =>
  useCallRefusals(
    {
      access: buckets.setAccess,
      versioning: buckets.setVersioning,
      retention: buckets.setRetention,
      quota: buckets.setQuota,
      tags: documents.setTags,
      cors: cors.setCors,
      encryption: buckets.enableEncryption,
      events: buckets.addEvent,
      lifecycle: buckets.addLifecycleRule,
      rules: buckets.setAccessRule,
      delete: buckets.remove,
    },
    { bucket },
  )
