import { Failure, toRfc3339 } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import { createAdd } from './add.ts'
import { createCors } from './cors.ts'
import { createEncryption } from './encryption.ts'
import { createPlainBuckets } from './plain-buckets.ts'
import { createRemoval } from './remove.ts'
import { unavailable } from './unavailable.ts'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const exists = ({ call, paths }: S3AdapterContext, name: string) =>
  call({ method: 'HEAD', path: paths.newBucketPath(name) }).then(
    () => true,
    () => false,
  )

/** Buckets of any S3 server. */
export default (caller: S3AdapterContext): BucketsBackend => {
  const plain = createPlainBuckets(caller, unavailable.arns)
  const remove = createRemoval(caller)
  const add = createAdd(caller, { ...plain, remove })
  return {
    ...plain,
    ...createCors(caller),
    ...unavailable,
    remove,
    setEncryption: createEncryption(caller, plain),

    list: async () => {
      const stored = await caller.listBuckets()
      if (!stored)
        throw new Failure(403, messages.bucketsNotListable, {
          code: 'AccessDenied',
          detail: messages.openBucketWithName,
        })
      return stored
        .map(({ Name, CreationDate }) => ({
          name: Name,
          creation_date: toRfc3339(CreationDate),
          // only the server knows, and refuses what is not allowed
          rw_access: { read: true, write: true },
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },

    add: async (bucket) => {
      // some servers report success for a bucket that exists, and a failed later step would then delete it
      if (await exists(caller, bucket.name)) throw new Failure(409, 'This bucket name is taken')
      await add(bucket)
    },
  }
}
