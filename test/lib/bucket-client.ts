import { encodeQuery, sign, UNSIGNED } from '../../engines/s3/sign.ts'
import type { KeyPair } from './server.ts'
import { blocks, drain, send } from './transfer.ts'

const BLOCK = 512

/** A tar archive of files, whose contents have at most 512 bytes. */
const archiveOf = (files: readonly { name: string; content: string }[]) => {
  const blocksOf = ({ content }: { content: string }) => (content ? 2 : 1)
  const archive = Buffer.alloc(files.reduce((sum, file) => sum + blocksOf(file), 2) * BLOCK)
  let at = 0
  for (const file of files) {
    const { name, content } = file
    const header = archive.subarray(at, at + BLOCK)
    archive.write(content, at + BLOCK)
    at += blocksOf(file) * BLOCK
    header.write(name, 0)
    const fields = {
      100: '0000644',
      108: '0000000',
      116: '0000000',
      124: Buffer.byteLength(content).toString(8).padStart(11, '0'),
      136: '14000000000',
      156: '0',
      257: 'ustar',
      263: '00',
    }
    for (const [at, text] of Object.entries(fields)) header.write(text, Number(at))
    // the checksum treats its own field as spaces
    header.fill(' ', 148, 156)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  }
  return archive
}

/** Calls of a server in one of its buckets, without the console; through another server if its address is given. */
export const createBucketClient = ({ url, root }: { url: string; root: KeyPair }, bucket: string, through = url) => {
  const call = (
    method: string,
    path: string,
    body: { size: number; source: Iterable<Uint8Array> },
    headers = {},
    query = '',
  ) => {
    const request = { method, path, query, headers: { host: new URL(url).host, ...headers } }
    const signed = sign(request, UNSIGNED, root, { service: 's3', region: 'us-east-1', date: new Date() })
    return send(`${through}${path}?${query}`, method, { ...signed, 'content-length': String(body.size) }, body.source)
  }
  const nothing = { size: 0, source: [] }
  return {
    upload: async (key: string, size: number) =>
      drain(await call('PUT', `/${bucket}/${key}`, { size, source: blocks(size) }), 200),
    download: async (key: string, size: number) => drain(await call('GET', `/${bucket}/${key}`, nothing), 200, size),
    list: async (prefix: string) =>
      drain(
        await call(
          'GET',
          `/${bucket}`,
          nothing,
          {},
          encodeQuery({ 'list-type': 2, prefix, delimiter: '/', 'max-keys': 1000 }),
        ),
        200,
      ),
    putEmpty: async (key: string) => drain(await call('PUT', `/${bucket}/${key}`, nothing), 200),
    /** Stores small objects in one call of MinIO, empty ones by default; each key has at most 100 bytes. */
    unpack: async (keys: readonly string[], contentOf: (key: string) => string = () => '') => {
      const archive = archiveOf(keys.map((name) => ({ name, content: contentOf(name) })))
      const headers = { 'x-amz-meta-snowball-auto-extract': 'true' }
      await drain(
        await call('PUT', `/${bucket}/archive.tar`, { size: archive.length, source: [archive] }, headers),
        200,
      )
    },
  }
}
