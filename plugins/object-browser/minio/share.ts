import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Caller, type Keys, objectPath } from 'stowage/engines/minio'
import { toEachOf } from '../to-each.ts'
import type { ShareBackend, Sharing } from '../share/backend.ts'
import { disposition } from '../download.ts'
import { readSource } from './info.ts'

const Made = v.object({ credentials: v.object({ accessKey: v.string(), secretKey: v.string() }) })

/** Shortest lifetime of a service account that the server accepts, in ms; links expire on their own. */
const MIN_LIFETIME = 16 * 60_000

/** Length limit of a description, in characters. */
const MAX_DESCRIPTION = 256

/** Concurrent lookups of one call. */
const CONCURRENCY = 8

/** Most objects that fit into an account's policy. */
const MAX_OBJECTS = 10

const cut = (text: string) => (text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1)}…` : text)

/** Throws `Failure` 400 for keys that no policy can name. */
const assertFew = (objects: Sharing['objects']) => {
  if (objects.length > MAX_OBJECTS)
    throw new Failure(400, `A service account can share at most ${MAX_OBJECTS} objects`, {
      detail: 'Sign with your session, or share fewer objects',
    })
  const wild = objects.find(({ path }) => /[*?$]/.test(path))
  if (wild)
    throw new Failure(400, `A policy cannot be limited to "${wild.path}"`, {
      detail: 'Sign with your session: in a policy, "*", "?" and "$" match other objects as well',
    })
}

/**
 * Presigned URLs of the storage server, signed with the caller's keys or those of a new service account (minio-server
 * 5.3).
 */
export const createSharing = (caller: Caller): ShareBackend => {
  const { client, admin } = caller

  /** Creates a service account that may only read these objects, until the links expire. */
  const makeKeys = async (bucket: string, paths: readonly string[], ends: number): Promise<Keys> => {
    const Action = ['s3:GetObject', 's3:GetObjectVersion']
    const policy = {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action, Resource: paths.map((path) => `arn:aws:s3:::${bucket}/${path}`) }],
    }
    const sealed = {
      policy,
      name: 'Shared-link',
      description: cut(`Link to ${bucket}/${paths.join(', ')}`),
      expiration: new Date(Math.max(ends, Date.now() + MIN_LIFETIME)).toISOString(),
    }
    return (
      await admin.read(Made, {
        method: 'PUT',
        name: 'add-service-account',
        needs: 'admin:CreateServiceAccount',
        sealed,
      })
    ).credentials
  }

  /** Signing credentials, and when the links expire because of them. */
  const signerOf = async (bucket: string, { lifetime, by }: Sharing, paths: readonly string[]) => {
    const ends = Date.now() + lifetime
    if (by === 'session') return { keys: caller.keys, ends: Math.min(ends, caller.expires ?? ends) }
    const keys = await makeKeys(bucket, paths, ends)
    return { keys, ends, access_key: keys.accessKey }
  }

  return {
    share: async (bucket, sharing) => {
      const { objects, by } = sharing
      if (by === 'service-account') assertFew(objects)
      // creating a link needs no request, so this checks that the objects exist and the caller may read them
      const { made, failed } = await toEachOf(
        objects,
        async ({ path, version }) => {
          const { encryption, user_metadata = {} } = await client.oneOfMany(() =>
            readSource(caller, { bucket, key: path, version }),
          )
          if (encryption === 'SSE-C')
            throw new Failure(409, "This object is encrypted with its owner's key (SSE-C): no link can read it")
          // S3 returns the stored headers unless the link overrides them
          const named = user_metadata['content-disposition'] ? undefined : disposition(path)
          return { path, version, named }
        },
        CONCURRENCY,
      )
      const { keys, ends, access_key } = await signerOf(
        bucket,
        sharing,
        made.map(({ path }) => path),
      )
      const seconds = Math.max(1, Math.floor((ends - Date.now()) / 1000))
      const links = made.map(({ path, version, named }) => {
        const query = { versionId: version, 'response-content-disposition': named }
        return {
          path,
          url: client.link({ path: objectPath(bucket, path), query }, { keys, at: caller.shareUrl, seconds }),
        }
      })
      return { links, failed, ends: new Date(ends), signed: by, ...(access_key && { access_key }) }
    },

    openShared: async () => {
      throw new Failure(404, 'Links of this storage lead directly to the storage')
    },
  }
}
