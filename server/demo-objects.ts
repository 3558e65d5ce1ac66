import type { FastifyInstance } from 'fastify'
import type { KeyPair } from './config-storage.ts'

const KIB = 1024

/** Initial objects of a demo tenant: sizes by key and bucket. */
const buckets: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  invoices: { '2026/10/4711.txt': 18 * KIB, '2026/10/4712.txt': 21 * KIB, '2026/11/4713.txt': 19 * KIB },
  media: { 'banner.svg': 6 * KIB, 'press/release.md': 4 * KIB, 'press/notes.md': 9 * KIB },
  backups: { 'db/2026-11-24.sql': 900 * KIB, 'db/2026-11-25.sql': 910 * KIB },
}

/** Multipart form as a browser sends it: one part, named by the file's size. */
const formOf = async (key: string, size: number) => {
  const body = new FormData()
  const line = `${key}\n`
  body.append(String(size), new Blob([line.repeat(Math.ceil(size / line.length)).slice(0, size)]), 'file')
  const form = new Response(body)
  return {
    payload: Buffer.from(await form.arrayBuffer()),
    headers: { 'content-type': form.headers.get('content-type') ?? '' },
  }
}

/** Fills the storage of a new demo tenant, using the API as a user would. */
export const fillDemoTenant = async (app: FastifyInstance, keyPair: KeyPair) => {
  const own = { host: '127.0.0.1', origin: 'http://127.0.0.1' }
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    { payload, headers }: { payload?: object | Buffer; headers?: Record<string, string> } = {},
  ) => {
    const response = await app.inject({ method, url, ...(payload && { payload }), headers: { ...own, ...headers } })
    if (response.statusCode < 400) return response
    throw new Error(`${method} ${url} answered ${response.statusCode}: ${response.payload}`)
  }
  const { cookies } = await send('POST', '/api/v1/login', { payload: keyPair })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { buckets: existing } = (await send('GET', '/api/v1/buckets', { headers: { cookie } })).json<{
    buckets: object[] | null
  }>()
  if (existing?.length) return
  for (const [name, objects] of Object.entries(buckets)) {
    await send('POST', '/api/v1/buckets', { payload: { name }, headers: { cookie } })
    for (const [key, size] of Object.entries(objects)) {
      const { payload, headers } = await formOf(key, size)
      const url = `/api/v1/buckets/${name}/objects/upload?key=${encodeURIComponent(key)}`
      await send('POST', url, { payload, headers: { ...headers, cookie } })
    }
  }
}
