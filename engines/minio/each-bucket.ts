import type { Action } from '../../core/contract.ts'
import { type Caller, hasCode } from './caller.ts'
import { bucketPath } from './paths.ts'
import { grants, readRights } from './rights.ts'

/**
 * What every bucket that the caller may ask answers about a part of its settings (`notification`), as XML; `partial`
 * where some may not be asked, or did not answer. `none` is what one answers that has no such part.
 */
export const askEachBucket = async (
  caller: Caller,
  { action, query, none = [] }: { action: Action; query: string; none?: readonly string[] },
) => {
  const { client, keys } = caller
  const [{ Buckets }, { offers }] = await Promise.all([caller.info(), readRights(caller)])
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
  const asked = all.filter(({ name }) => grants({ reach: offers }, action, { bucket: name }))
  const answers = (await Promise.all(asked.map(read))).filter((one) => one !== undefined)
  return { answers, partial: answers.length < all.length }
}
