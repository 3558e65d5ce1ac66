import { assert, suite } from '../../lib/suite.ts'
import { closeAtEnd } from '../../lib/close-at-end.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { missingOwnMinio, startOwnMinio } from '../../lib/minio.ts'
import { pluck } from '../../lib/pluck.ts'
import { openPort } from '../../lib/ports.ts'
import { hasS3Server, startS3Server } from '../../lib/s3-servers.ts'
import { type Client, createClient } from '../../../engines/s3/client.ts'
import { createS3Engine } from '../../../engines/s3/engine.ts'
import type { Keys } from '../../../engines/s3/sign.ts'
import { assumeRole } from '../../../engines/minio/sts.ts'
import type { BucketsBackend } from '../../../plugins/buckets/backend.ts'
import buckets from '../../../plugins/buckets/server.ts'

/** Lifetime of the keys in seconds, the shortest of STS. */
const LIFETIME = 900

type Server = { url: string; root: Keys; stop(): Promise<void> }

/** Opens a console on a server, and checks that temporary keys of it sign in with their session token only. */
const signIn = async ({ url, root, stop }: Server, create: (client: Client) => Promise<Required<Keys>>) => {
  const client = createClient({ url: new URL(url) })
  const engine = createS3Engine({ url: new URL(url) })
  closeAtEnd(stop)
  closeAtEnd(engine.close)
  closeAtEnd(client.close)
  const keys = await create(client)
  const credentials = await engine.login(keys)
  assert.ok(credentials.expires <= Date.now() + LIFETIME * 1000 + 1000)
  const wrong = [
    { ...keys, sessionToken: '' },
    { ...keys, sessionToken: 'x.y.z' },
    { ...root, sessionToken: keys.sessionToken },
  ]
  for (const pair of wrong) assert.is((await failureOf(engine.login(pair))).status, 401)
  const portOf = await openPort<BucketsBackend>(engine, buckets)
  return { ofKeys: portOf(credentials), ofRoot: portOf(await engine.login(root)) }
}

const docs = { name: 'docs', versioning: false, locking: false }

const onMinio = suite('temporary keys on an S3 server', missingOwnMinio())

onMinio('temporary keys sign in with their session token only, until it expires', async () => {
  const server = await startOwnMinio()
  const { ofKeys } = await signIn(server, (client) => assumeRole(client, server.root, LIFETIME))
  await ofKeys.add(docs)
})

const onSeaweed = suite(
  'temporary keys on SeaweedFS',
  hasS3Server('seaweedfs') ? undefined : 'this machine has no seaweedfs',
)

const role = 'arn:aws:iam::000000000000:role/reader'

/** Temporary keys for the role. */
const assumeReader = async (client: Client, root: Keys): Promise<Required<Keys>> => {
  const fields = { Action: 'AssumeRole', Version: '2011-06-15', RoleArn: role, RoleSessionName: 'test' }
  const { body } = await client.call(
    {
      method: 'POST',
      path: '/',
      service: 'sts',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, DurationSeconds: String(LIFETIME) }).toString(),
    },
    root,
  )
  const valueOf = (name: string) => new RegExp(`<${name}>(.*)</${name}>`).exec(body.toString())?.[1] ?? ''
  return {
    accessKey: valueOf('AccessKeyId'),
    secretKey: valueOf('SecretAccessKey'),
    sessionToken: valueOf('SessionToken'),
  }
}

onSeaweed(
  'temporary keys of a role sign in with their session token only, and have the rights of the role',
  async () => {
    const server = await startS3Server('seaweedfs', { role })
    const { ofKeys, ofRoot } = await signIn(server, (client) => assumeReader(client, server.root))
    await ofRoot.add(docs)
    assert.equal(pluck(await ofKeys.list(), 'name'), ['docs'])
    assert.is((await failureOf(ofKeys.add({ ...docs, name: 'other' }))).status, 403)
  },
)
