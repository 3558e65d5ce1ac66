import { Failure } from 'stowage'
import { hasCode, scanList } from 'stowage/engines/s3'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const notEmpty = (what: string) => new Failure(409, messages.bucketNotEmpty, { detail: `It has ${what}` })

const UNSEEN = messages.bucketMayNotBeEmpty

/** Codes of servers that cannot list versions or uploads, and so have none. */
const none = ['NotImplemented', 'MethodNotAllowed']

/**
 * Deletes buckets. Some servers delete a bucket with everything in it, so this looks first for an object, a version and
 * an unfinished upload. Throws `Failure` 409 if it has one, 403 if the caller may not see that.
 */
export const createRemoval = ({ call, paths }: S3AdapterContext) => {
  const first = async (name: string, query: Record<string, string | number>) => {
    try {
      const { body } = await call({ method: 'GET', path: paths.bucketPath(name), query })
      return body.toString()
    } catch (error) {
      if (hasCode(error, ...none)) return ''
      if (hasCode(error, 'AccessDenied')) throw new Failure(403, UNSEEN, { detail: error.detail })
      throw error
    }
  }

  const holdsAny = (listing: string) => {
    if (!listing) return false
    const { entries, folders } = scanList(listing)
    return entries.length + folders.length > 0
  }

  const assertEmpty = async (name: string) => {
    const [objects, versions, uploads] = await Promise.all([
      first(name, { 'list-type': 2, 'max-keys': 1, 'encoding-type': 'url' }),
      first(name, { versions: '', 'max-keys': 1, 'encoding-type': 'url' }),
      first(name, { uploads: '', 'max-uploads': 1 }),
    ])
    if (holdsAny(objects)) throw notEmpty('objects')
    if (holdsAny(versions)) throw notEmpty('versions of deleted objects')
    if (/<Upload>/.test(uploads)) throw notEmpty('unfinished uploads')
  }

  return async (name: string) => {
    await assertEmpty(name)
    await call({ method: 'DELETE', path: paths.bucketPath(name) })
  }
}
