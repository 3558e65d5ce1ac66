import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Caller, type Keys, objectPath } from 'stowage/engines/minio'
import { toEachOf } from '../to-each.ts'
import type { ShareBackend, Sharing } from '../share/backend.ts'
import { disposition } from '../download.ts'
import { readSource } from './info.ts'

const Made = v.object({ credentials: v.object({ accessKey: v.string(), secretKey: v.string() }) })

/** The server takes no account that ends sooner, in ms; a link ends by itself. */
const SHORTEST = 16 * 60_000

/** What the server takes as a description, in characters. */
const DESCRIPTION = 256

/** So many objects of one call are asked about side by side. */
const ABREAST = 8

/** So many objects fit into the policy of an account. */
const MOST = 10

const cut = (text: string) => (text.length > DESCRIPTION ? `${text.slice(0, DESCRIPTION - 1)}…` : text)

/** Throws `Failure` 400 for what no policy can name. */
const assertFew = (objects: Sharing['objects']) => {
  if (objects.length > MOST)
    throw new Failure(400, `A service account is made for at most ${MOST} objects`, {
      detail: 'Share them with your session, or fewer at once',
    })
  const wild = objects.find(({ path }) => /[*?$]/.test(path))
  if (wild)
    throw new Failure(400, `A policy cannot name "${wild.path}" alone`, {
      detail: 'Share it with your session: "*", "?" and "$" mean others as well in a policy',
    })
}

/**
 * Links to the storage server itself, signed with the caller's keys or with those of an account made for them
 * (minio-server 5.3).
 */
export const createSharing = (caller: Caller): ShareBackend => {
  const { client, admin } = caller

  /** An account that may read these objects and do nothing else, until the links end. */
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
      expiration: new Date(Math.max(ends, Date.now() + SHORTEST)).toISOString(),
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

  /** What signs, and when the links end by it. */
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
      // a link is made of the keys alone: whether it is good for anything the server tells now, and by it what may be
      // seen
      const { made, failed } = await toEachOf(
        objects,
        async ({ path, version }) => {
          const { encryption, user_metadata = {} } = await client.oneOfMany(() =>
            readSource(caller, { bucket, key: path, version }),
          )
          if (encryption === 'SSE-C')
            throw new Failure(409, "This object is encrypted with its owner's key (SSE-C): no link can read it")
          // what is stored is what S3 answers, unless the link asks for something else
          const named = user_metadata['content-disposition'] ? undefined : disposition(path)
          return { path, version, named }
        },
        ABREAST,
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
      throw new Failure(404, 'Links of this storage lead to the storage itself')
    },
  }
}
