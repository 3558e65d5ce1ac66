import { type Action, Failure } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import * as messages from '../messages.ts'

const refusal = messages.noCorsOnEmbedded

/** The embedded engine has no S3 endpoint, so CORS rules do not apply. */
export const createCors = ({ see }: { see(name: string, action: Action): unknown }) =>
  ({
    cors: async (name) => {
      see(name, 's3:GetBucketCors')
      return { rules: [], refusal }
    },
    setCors: async (name, rules) => {
      see(name, 's3:GetBucketCors')
      see(name, 's3:PutBucketCors')
      if (rules.length === 0) see(name, 's3:DeleteBucketCors')
      else throw new Failure(501, refusal)
    },
  }) satisfies Partial<BucketsBackend>
