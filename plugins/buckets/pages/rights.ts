import { useCallRefusals } from '../../../core/use-may.ts'
import { buckets, cors, documents } from '../contract.ts'

/** What can be changed about a bucket. */
export type Setting = 'access' | 'versioning' | 'retention' | 'quota' | 'encryption' | 'tags' | 'cors'

/** Explains why the account may not change a setting of the bucket, or delete it; `false` where it may. */
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
