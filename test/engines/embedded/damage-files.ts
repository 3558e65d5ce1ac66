import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { StartError } from '../../../engines/start-error.ts'
import type { Range } from '../../../plugins/object-browser/stored-object.ts'
import { bucket, openEngine, randomFrom, root, signIn } from './workspace.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { listing } from '../../lib/listing.ts'

export const BLOCK_SIZE = 256 * 1024
export const MEGABYTE = 4 * BLOCK_SIZE

const sealed = { algorithm: 'AES256', kmsMasterKeyID: '' } as const

/** Bytes without repetitions that are the same in every run. */
export const pseudoRandomBytes = (length: number) => {
  const next = randomFrom(length)
  return Buffer.from(Uint32Array.from({ length: Math.ceil(length / 4) }, () => next() * 2 ** 32).buffer).subarray(
    0,
    length,
  )
}

export const startErrorOf = async (work: Promise<{ close(): Promise<void> }>): Promise<string> => {
  const error = await work.then(
    async (engine) => {
      await engine.close()
      return new Error('It opened')
    },
    (reason: unknown) => reason,
  )
  if (error instanceof StartError) return error.message
  throw error
}

/** Opens an engine on a folder with a bucket; `logged` contains its log messages. */
export const openWithBucket = async (folder = temporaryFolder(), encrypted = false) => {
  const logged: string[] = []
  const write = (_facts: object, text: string) => void logged.push(text)
  const engine = await openEngine(folder, root, { log: { info: () => undefined, warn: write, error: write } })
  const { buckets, 'object-browser': objects } = await signIn(engine)
  if ((await buckets.list()).length === 0) {
    await buckets.add(bucket('things', { versioning: true }))
    if (encrypted) await buckets.setEncryption('things', sealed)
  }
  return { folder, engine, objects, logged }
}

export type Objects = Awaited<ReturnType<typeof openWithBucket>>['objects']

export const fileOf = async (folder: string, objects: Objects, key: string) => {
  const { objects: items } = await objects.list('things', listing({ prefix: key }))
  const etag = items.find(({ name }) => name === key)?.etag ?? ''
  return join(folder, 'blobs', etag.slice(0, 2), etag.slice(2))
}

export const flipByte = (file: string, at: number) => {
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at)
  writeFileSync(file, bytes)
}

export const readRange = async (objects: Objects, key: string, range: Range) =>
  buffer((await objects.get('things', key, { range })).body)

/** Content of an object that is read before an error, and the error. */
export const readUntilError = async (objects: Objects, key: string) => {
  const chunks: Uint8Array[] = []
  try {
    for await (const portion of (await objects.get('things', key, {})).body) chunks.push(portion)
  } catch (error) {
    return { received: Buffer.concat(chunks), error: error as { status: number; message: string; detail?: string } }
  }
  throw new Error('The object was read completely')
}
