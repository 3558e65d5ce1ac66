import { Failure, missingFeatures } from 'stowage'
import { type Keys, NOT_OFFERED } from 'stowage/engines/s3'
import { settleEach } from '../settle-each.ts'
import type { ShareBackend, ShareRequest } from '../share/backend.ts'
import { disposition } from '../download.ts'
import { readSource } from './info.ts'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

/** Creates keys that may only read some objects of a bucket, until `ends` in ms since 1970. */
export type KeyMaker = {
  /** Throws `Failure` if no such keys are possible for these objects. */
  assertSignable(objects: ShareRequest['objects']): void
  makeKeys(bucket: string, names: readonly string[], ends: number): Promise<Keys>
}

const refuse = (): never => {
  throw new Failure(501, missingFeatures.administration, {
    code: NOT_OFFERED,
    detail: 'Sign with your session',
    field: 'by',
  })
}

/** For servers on which the console creates no keys. */
const noKeys: KeyMaker = { assertSignable: refuse, makeKeys: async () => refuse() }

/** Concurrent lookups of one call. */
const CONCURRENCY = 8

/**
 * Presigned URLs of the storage server, signed with the caller's keys or those that `makeKeys` creates for these
 * objects (minio-server 5.3).
 */
export const createSharing = (
  caller: S3AdapterContext,
  { assertSignable, makeKeys }: KeyMaker = noKeys,
): ShareBackend => {
  const { client } = caller

  /** Signing credentials, and when the links expire because of them. */
  const signerOf = async (bucket: string, { lifetime, by }: ShareRequest, names: readonly string[]) => {
    const ends = Date.now() + lifetime
    if (by === 'session') return { keys: caller.keys, ends: Math.min(ends, caller.expires ?? ends) }
    const keys = await makeKeys(bucket, names, ends)
    return { keys, ends, access_key: keys.accessKey }
  }

  return {
    share: async (bucket, sharing) => {
      const { objects, by } = sharing
      if (by === 'service-account') assertSignable(objects)
      // creating a link needs no request, so this checks that the objects exist and the caller may read them
      const { succeeded, failed } = await settleEach(
        objects,
        async ({ path, version }) => {
          const { encryption, user_metadata = {} } = await client.oneOfMany(() =>
            readSource(caller, { bucket, key: path, version }),
          )
          if (encryption === 'SSE-C') throw new Failure(409, messages.sseCNoLink)
          // S3 returns the stored headers unless the link overrides them
          const named = user_metadata['content-disposition'] ? undefined : disposition(path)
          return { path, version, named }
        },
        CONCURRENCY,
      )
      const { keys, ends, access_key } = await signerOf(
        bucket,
        sharing,
        succeeded.map(({ path }) => path),
      )
      const seconds = Math.max(1, Math.floor((ends - Date.now()) / 1000))
      const links = succeeded.map(({ path, version, named }) => {
        const query = { versionId: version, 'response-content-disposition': named }
        return {
          path,
          url: client.link(
            { path: caller.paths.objectPath(bucket, path), query },
            { keys, at: caller.shareUrl, seconds },
          ),
        }
      })
      return { links, failed, ends: new Date(ends), signed: by, ...(access_key && { access_key }) }
    },

    openShared: async () => {
      throw new Failure(404, messages.linksLeadToStorage)
    },
  }
}
