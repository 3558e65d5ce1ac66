import type { S3Caller } from './caller.ts'
import { createSubResources, subResourceFeatures } from './sub-resources.ts'

/** A key that most likely does not exist: a server that knows tags answers that, others that they know no tags. */
const PROBE = 'stowage-probe'

/**
 * Asks a server about a bucket for everything that it may not offer. Only reads; answers are remembered by
 * `capabilities`, and refusals say nothing.
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
