import { createAdmin } from '../../engines/minio/admin.ts'
import { adminCrypto } from '../../engines/minio/admin-crypto.ts'
import { createClient, type Request } from '../../engines/s3/client.ts'
import { md5 } from '../../engines/s3/sign.ts'
import type { Minio } from './minio.ts'
import { closeAtEnd } from './close-at-end.ts'

/** Client of a MinIO server with root's keys, for requests and responses without the console. */
export const createMinioClient = ({ url, root }: Pick<Minio, 'url' | 'root'>, ca?: string[]) => {
  const client = createClient({ url: new URL(url), ca })
  const call = (request: Request) => client.call(request, root)
  return {
    call,
    admin: createAdmin(client, adminCrypto(), root),
    /** Reads a bucket's `?policy`, `?lifecycle` or another subresource. */
    read: async (bucket: string, setting: string) =>
      (await call({ method: 'GET', path: `/${bucket}`, query: { [setting]: '' } })).body.toString(),
    write: async (bucket: string, setting: string, body: string) => {
      await call({
        method: 'PUT',
        path: `/${bucket}`,
        query: { [setting]: '' },
        body,
        headers: { 'content-md5': md5(body) },
      })
    },
    policy: async (name: string, document: object) => {
      await call({
        method: 'PUT',
        path: '/minio/admin/v3/add-canned-policy',
        query: { name },
        body: JSON.stringify(document),
      })
    },
    close: closeAtEnd(client.close),
  }
}

export type MinioClient = ReturnType<typeof createMinioClient>
