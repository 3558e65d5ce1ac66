import { assert, suite } from '../../lib/suite.ts'
import type { NewBucket } from '../../../plugins/buckets/contract.ts'
import type { Engine } from '../../../engines/engine.ts'
import { openMinioEngine } from '../../lib/minio-engine.ts'
import { hasMinio, type Minio, noMinio, startMinio } from '../../lib/minio.ts'
import { actAs, type Backend } from '../../lib/ports.ts'
import { listing } from '../../lib/listing.ts'

const minioSuite = suite('the MinIO engine')
if (!hasMinio()) console.log(`The MinIO engine on a server is skipped: ${noMinio}`)
export const test = hasMinio() ? minioSuite : () => minioSuite.skip()

/** Defines a test that needs a separate server, because it disturbs others. */
export const testOnOwnServer = process.env.CONSOLE_TEST_MINIO ? () => minioSuite.skip() : test

export let minio: Minio
export let engine: Engine
export let admin: Backend

minioSuite.before(async () => {
  const started = await startMinio()
  if (!started) return
  minio = started
  engine = openMinioEngine(minio.url)
  admin = await actAs(engine, await engine.login(minio.root))
})

let made = 0
export const uniqueName = (stem: string) => `${stem}-${process.pid}-${++made}`

export const expectFailure = async (work: Promise<unknown>, ...statuses: number[]) => {
  const error = await work.then(
    () => new Error('Expected a failure'),
    (error: unknown) => error as Error & { status?: number; detail?: string },
  )
  assert.ok(
    statuses.includes((error as { status?: number }).status ?? 0),
    `${error.message}, where ${statuses.join(' or ')} was expected`,
  )
  return error as Error & { status: number; detail?: string }
}

export const newBucket = async (more: Partial<NewBucket> = {}) => {
  const name = uniqueName('bucket')
  await admin.buckets.add({ name, versioning: false, locking: false, ...more })
  return name
}

export const policy = (
  statements: { actions: string[]; resources?: string[]; condition?: object; effect?: string }[],
) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: statements.map(({ actions, resources, condition, effect }) => ({
      Effect: effect ?? 'Allow',
      Action: actions,
      ...(resources && { Resource: resources.map((name) => `arn:aws:s3:::${name}`) }),
      ...(condition && { Condition: condition }),
    })),
  })

export const newUser = async (document?: string) => {
  const pair = { accessKey: uniqueName('user'), secretKey: 'user-secret-key' }
  const name = document ? (await admin.policies.set(uniqueName('policy'), document)).name : 'readwrite'
  await admin.identity.addUser({ ...pair, groups: [], policies: [name] })
  return pair
}

export const signInAs = async (pair: { accessKey: string; secretKey: string }) =>
  actAs(engine, await engine.login(pair))

export const neverAborted = () => new AbortController().signal
export const put = (bucket: string, key: string, text: string) =>
  admin['object-browser'].put(bucket, key, {
    size: Buffer.byteLength(text),
    type: 'text/plain',
    body: [Buffer.from(text)] as never,
    signal: neverAborted(),
  })

export const keysOf = async (bucket: string) =>
  (await admin['object-browser'].list(bucket, listing())).objects.map(({ name }) => name)
