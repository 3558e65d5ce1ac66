import { Failure } from '../../core/protocol/failure.ts'
import type { Caller } from './caller.ts'
import { bucketPath } from './paths.ts'
import { md5 } from './sign.ts'
import { type Node, toXml } from './xml.ts'

type Text = string | undefined
type Edit = { get: () => Promise<Text>; next: (text: Text) => Text; sense?: (text: string) => string }

/** Subresources of a bucket, stored as documents: `?versioning`, `?lifecycle` (minio-server 3.12). */
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
     * Replaces a subresource, or deletes it if the new text is empty. The server has no conditional writes, so changes
     * by this console are serialized, and changes by others are detected right before writing (409). `sense` normalizes
     * a text for this comparison.
     */
    edit: (bucket: string, setting: string, { get, next, sense = (text) => text }: Edit) =>
      client.inTurn(`${setting} ${bucket}`, async () => {
        const before = await get()
        const after = next(before)
        const now = await get()
        if ((now === undefined) !== (before === undefined) || sense(now ?? '') !== sense(before ?? ''))
          throw new Failure(409, 'This was changed by someone else. Reload and repeat the change.')
        await (after === undefined ? clear(bucket, setting) : put(bucket, setting, after))
      }),
  }
}
