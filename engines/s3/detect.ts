import { Failure } from '../../core/protocol/failure.ts'
import type { S3Caller } from './caller.ts'
import { notOffered } from './capabilities.ts'
import { subResourceIgnored } from './messages.ts'
import { isVersityGateway } from './server-kind.ts'
import { createSubResources, isListing, subResourceFeatures } from './sub-resources.ts'

type Prober = Pick<S3Caller, 'client' | 'keys' | 'paths' | 'capabilities'>

/**
 * A key that most likely does not exist: for its tags, a server with tagging responds "no such key", any other "not
 * implemented".
 */
const PROBE = 'stowage-probe'

/**
 * Throws `Failure` 501 for a VersityGW without a folder for versions: it lists versions, but refuses to read one, also
 * if the object does not exist.
 */
const assertHasVersionFolder = async ({ client, keys, paths }: Omit<Prober, 'capabilities'>, bucket: string) => {
  const query = { versionId: 'null' }
  try {
    await client.call({ method: 'HEAD', path: paths.objectPath(bucket, PROBE), query }, keys)
  } catch (error) {
    if (error instanceof Failure && error.status === 400) throw notOffered('versions', error.detail)
  }
}

/** Asks for a version, because servers without versions may answer that versioning is off. */
const detectVersions = ({ client, keys, paths, capabilities }: Prober, bucket: string) =>
  capabilities.use('versions', bucket, 'read', async () => {
    const query = { versions: '', 'max-keys': 1 }
    const { body } = await client.call({ method: 'GET', path: paths.bucketPath(bucket), query }, keys)
    if (isListing(body.toString())) throw notOffered('versions', subResourceIgnored('versions'))
    if (isVersityGateway(client.software())) await assertHasVersionFolder({ client, keys, paths }, bucket)
  })

/**
 * Detects which features a server lacks in a bucket, with read requests only. `capabilities` caches the results; a
 * denied request has no result.
 */
export const detectCapabilities = async (caller: Prober, bucket: string): Promise<void> => {
  const { client, keys, paths, capabilities } = caller
  const { read } = createSubResources(caller)
  const tags = () => client.call({ method: 'GET', path: paths.objectPath(bucket, PROBE), query: { tagging: '' } }, keys)
  await Promise.allSettled([
    ...Object.keys(subResourceFeatures).map((setting) => client.oneOfMany(() => read(bucket, setting))),
    detectVersions(caller, bucket),
    capabilities.use('object-tags', bucket, 'read', tags),
  ])
}

/** Whether a server has no versions, as far as it says. Such servers may ignore the version that a request names. */
export const lacksVersions = async (caller: Prober, bucket: string): Promise<boolean> => {
  const { capabilities } = caller
  if (!capabilities.isKnown('versions') && !capabilities.isMissing('versions'))
    await detectVersions(caller, bucket).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
    })
  return capabilities.isMissing('versions')
}
