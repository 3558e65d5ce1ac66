import { Failure } from '../../core/failure.ts'
import type { Caller } from './caller.ts'
import { bucketPath } from './paths.ts'
import { md5 } from './sign.ts'
import { type Node, toXml } from './xml.ts'

type Text = string | undefined
type Edit = { get: () => Promise<Text>; next: (text: Text) => Text; sense?: (text: string) => string }

/**
 * What S3 keeps with a bucket as a document under a name of its own: `?versioning`, `?lifecycle` (minio-server 3.12).
 */
export const createSubResources = ({ client, keys }: Pick<Caller, 'client' | 'keys'>) => {
  const read = async (bucket: string, setting: string) =>
    (await client.call({ method: 'GET', path: bucketPath(bucket), query: { [setting]: '' } }, keys)).body.toString()

  const put = async (bucket: string, setting: string, body: string) => {
    const headers = { 'content-md5': md5(body) }
    await client.call({ method: 'PUT', path: bucketPath(bucket), query: { [setting]: '' }, headers, body }, keys)
  }

  const clear = async (bucket: string, setting: string) =>
    void (await client.call({ method: 'DELETE', path: bucketPath(bucket), query: { [setting]: '' } }, keys))

  return {
    read,
    put,
    clear,
    write: (bucket: string, setting: string, root: string, node: Node) => put(bucket, setting, toXml(root, node)),

    /**
     * Puts another text in place of the one that is there, or, where it is to be none, removes it. The server has no
     * change under a condition, so changes of this console wait for each other, and one by another program is looked
     * for right before the writing: 409 then. `sense` is what two readings of the same have in common.
     */
    edit: (bucket: string, setting: string, { get, next, sense = (text) => text }: Edit) =>
      client.inTurn(`${setting} ${bucket}`, async () => {
        const before = await get()
        const after = next(before)
        const now = await get()
        if ((now === undefined) !== (before === undefined) || sense(now ?? '') !== sense(before ?? ''))
          throw new Failure(409, 'Somebody else has changed this meanwhile: load it again and repeat the change')
        await (after === undefined ? clear(bucket, setting) : put(bucket, setting, after))
      }),
  }
}
