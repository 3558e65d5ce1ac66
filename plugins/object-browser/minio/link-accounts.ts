import * as v from 'valibot'
import { Failure } from 'stowage'
import type { KeyMaker } from '../s3/share.ts'
import type { ShareRequest } from '../share/backend.ts'
import type { MinioAdapterContext } from 'stowage/server'
import type { Keys } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const CreatedAccount = v.object({ credentials: v.object({ accessKey: v.string(), secretKey: v.string() }) })

/** Shortest lifetime of a service account that the server accepts, in ms; links expire on their own. */
const MIN_LIFETIME = 16 * 60_000

/** Length limit of a description, in characters. */
const MAX_DESCRIPTION = 256

/** Most objects that fit into an account's policy. */
const MAX_OBJECTS = 10

const cut = (text: string) => (text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1)}…` : text)

/** Throws `Failure` 400 for keys that no policy can name. */
const assertFew = (objects: ShareRequest['objects']) => {
  if (objects.length > MAX_OBJECTS)
    throw new Failure(400, messages.serviceAccountCanShare(MAX_OBJECTS), {
      detail: messages.signWithSessionOrShare,
    })
  const wild = objects.find(({ path }) => /[*?$]/.test(path))
  if (wild)
    throw new Failure(400, messages.policyCannotBeLimited(wild.path), {
      detail: messages.signWithSessionInPolicy,
    })
}

export const createLinkAccounts = ({ admin }: MinioAdapterContext): KeyMaker => {
  /** Creates a service account that may only read these objects, until the links expire. */
  const makeKeys = async (bucket: string, names: readonly string[], ends: number): Promise<Keys> => {
    const Action = ['s3:GetObject', 's3:GetObjectVersion']
    const policy = {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action, Resource: names.map((path) => `arn:aws:s3:::${bucket}/${path}`) }],
    }
    const sealed = {
      policy,
      name: 'Shared-link',
      description: cut(`Link to ${bucket}/${names.join(', ')}`),
      expiration: new Date(Math.max(ends, Date.now() + MIN_LIFETIME)).toISOString(),
    }
    return (
      await admin.read(CreatedAccount, {
        method: 'PUT',
        name: 'add-service-account',
        needs: 'admin:CreateServiceAccount',
        sealed,
      })
    ).credentials
  }

  return { assertSignable: assertFew, makeKeys }
}
