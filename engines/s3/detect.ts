import type { S3Caller } from './caller.ts'
import { createSubResources, subResourceFeatures } from './sub-resources.ts'

/**
 * A key that most likely does not exist: for its tags, a server with tagging responds "no such key", any other "not
 * implemented".
 */
const PROBE = 'stowage-probe'

/**
 * Detects which features a server lacks in a bucket, with read requests only. `capabilities` caches the results; a
 * denied request has no result.
 */
export const detectCapabilities = async (caller: S3Caller, bucket: string): Promise<void> => {
  const { client, keys, paths, capabilities } = caller
  const { read } = createSubResources(caller)
  const tags = () => client.call({ method: 'GET', path: paths.objectPath(bucket, PROBE), query: { tagging: '' } }, keys)
  await Promise.allSettled([
    ...Object.keys(subResourceFeatures).map((setting) => client.oneOfMany(() => read(bucket, setting))),
    capabilities.use('object-tags', bucket, 'read', tags),
  ])
}
