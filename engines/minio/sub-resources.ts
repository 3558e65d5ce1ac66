import type { Caller } from './caller.ts'
import { bucketPath } from './paths.ts'
import { md5 } from './sign.ts'
import { type Node, toXml } from './xml.ts'

/** What S3 keeps with a bucket as a document under a name of its own: `?versioning`, `?lifecycle` (minio-server 3.12). */
export const createSubResources = ({ client, keys }: Pick<Caller, 'client' | 'keys'>) => ({
  read: async (bucket: string, setting: string) =>
    (await client.call({ method: 'GET', path: bucketPath(bucket), query: { [setting]: '' } }, keys)).body.toString(),

  write: async (bucket: string, setting: string, root: string, node: Node) => {
    const body = toXml(root, node)
    const headers = { 'content-md5': md5(body) }
    await client.call({ method: 'PUT', path: bucketPath(bucket), query: { [setting]: '' }, headers, body }, keys)
  },

  clear: async (bucket: string, setting: string) =>
    void (await client.call({ method: 'DELETE', path: bucketPath(bucket), query: { [setting]: '' } }, keys)),
})
