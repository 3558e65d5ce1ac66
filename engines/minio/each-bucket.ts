import type { Action } from '../../core/protocol/contract.ts'
import { hasCode } from '../s3/has-code.ts'
import type { Caller } from './caller.ts'
import { bucketPath } from './paths.ts'
import { readRights } from './rights.ts'

/**
 * Reads a subresource (`notification`) of all buckets that the caller may access, as XML or JSON. `partial` is set if
 * some could not be read. `none` are the error codes of buckets without it, whose text is empty.
 */
export const readEachBucket = async (
  caller: Caller,
  { action, query, none = [] }: { action: Action; query: string; none?: readonly string[] },
) => {
  const { client, keys } = caller
  const [{ Buckets }, rights] = await Promise.all([caller.info(), readRights(caller)])
  const all = Buckets ?? []
  const read = async ({ name }: { name: string }) => {
    try {
      const { body } = await client.oneOfMany(() =>
        client.call({ method: 'GET', path: bucketPath(name), query: { [query]: '' } }, keys),
      )
      return { name, text: body.toString() }
    } catch (error) {
      return hasCode(error, ...none) ? { name, text: '' } : undefined
    }
  }
  const readable = all.filter(({ name }) => rights.mayGrant(action, { bucket: name }))
  const results = (await Promise.all(readable.map(read))).filter((one) => one !== undefined)
  return { results, partial: results.length < all.length }
}
