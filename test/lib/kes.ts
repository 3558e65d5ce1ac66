import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { certificate, key } from '../engines/minio/certificate.ts'
import { closeAtEnd } from './close-at-end.ts'
import { temporaryFolder } from './temporary-folder.ts'

type KeyRequest = { plaintext?: string; ciphertext?: string; context?: string }

const NONCE = 12
const TAG = 16

const seal = (secret: Buffer, text: Buffer, context: Buffer) => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(context)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

const open = (secret: Buffer, sealed: Buffer, context: Buffer) => {
  const cipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, NONCE))
    .setAAD(context)
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([cipher.update(sealed.subarray(NONCE + TAG)), cipher.final()])
}

class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Starts a key server for MinIO with the KES calls that MinIO makes. `env` configures the MinIO server; `names` are the
 * existing keys.
 */
export const startKes = async () => {
  const keys = new Map<string, Buffer>()
  const secretOf = (name: string) => {
    const secret = keys.get(name)
    if (!secret) throw new Refused(404, 'key does not exist')
    return secret
  }
  const responses: Record<string, (name: string, input: KeyRequest) => object> = {
    create: (name) => {
      if (keys.has(name)) throw new Refused(400, 'key already exists')
      keys.set(name, randomBytes(32))
      return {}
    },
    describe: (name) => {
      secretOf(name)
      return { name, algorithm: 'AES256', created_at: new Date(0).toISOString(), created_by: '' }
    },
    generate: (name, { context = '' }) => {
      const plain = randomBytes(32)
      return {
        plaintext: plain.toString('base64'),
        ciphertext: seal(secretOf(name), plain, Buffer.from(context, 'base64')).toString('base64'),
      }
    },
    encrypt: (name, { plaintext = '', context = '' }) => ({
      ciphertext: seal(secretOf(name), Buffer.from(plaintext, 'base64'), Buffer.from(context, 'base64')).toString(
        'base64',
      ),
    }),
    decrypt: (name, { ciphertext = '', context = '' }) => ({
      plaintext: open(secretOf(name), Buffer.from(ciphertext, 'base64'), Buffer.from(context, 'base64')).toString(
        'base64',
      ),
    }),
    list: () => ({ names: [...keys.keys()], continue_at: '' }),
  }
  const options: ServerOptions = { cert: certificate, key, requestCert: true, rejectUnauthorized: false }
  const server = createServer(options, async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const [, what = '', name = ''] = /^\/v1\/key\/(\w+)\/?(.*)$/.exec(decodeURIComponent(request.url ?? '')) ?? []
    const handler = responses[what]
    try {
      const body = handler
        ? handler(name, text ? (JSON.parse(text) as KeyRequest) : {})
        : { version: '2026-01-01T00-00-00Z', os: 'linux', arch: 'amd64', uptime: 1 }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    } catch (error) {
      const status = error instanceof Refused ? error.status : 500
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: (error as Error).message }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const folder = temporaryFolder('kes')
  const authority = join(folder, 'ca.crt')
  writeFileSync(authority, certificate)
  return {
    names: () => [...keys.keys()],
    env: {
      MINIO_KMS_KES_ENDPOINT: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      MINIO_KMS_KES_API_KEY: `kes:v1:${Buffer.concat([Buffer.of(0), randomBytes(32)]).toString('base64')}`,
      MINIO_KMS_KES_KEY_NAME: 'first',
      MINIO_KMS_KES_CAPATH: authority,
    },
    stop: closeAtEnd(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }),
  }
}
