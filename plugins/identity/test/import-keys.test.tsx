import { startFakeServer } from '../../../test/core/fake-server.ts'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { applyChange } from '../pages/transfer/apply-change.ts'

/** Imports the user ana, and returns its credentials and what was sent. */
const importUser = async (features: NonNullable<Parameters<typeof startTestSession>[0]>['features']) => {
  const sent: [string, unknown][] = []
  startTestSession({ plugins: ['identity', 'policies'], ...(features && { features }) })
  await startFakeServer(({ method, url, body }) => {
    sent.push([`${method} ${url}`, JSON.parse(body || 'null')])
    return url.includes('service-accounts')
      ? { status: 201, body: { accessKey: 'GENERATED', secretKey: 'generated-secret' } }
      : { status: 201, body: { accessKey: 'ana', status: 'enabled', policy: [], memberOf: [] } }
  })
  const user = { kind: 'user', name: 'ana', status: 'enabled', policies: [], groups: ['staff'] } as const
  const credentials = await applyChange(user as unknown as Parameters<typeof applyChange>[0])
  return { credentials, sent }
}

test('an imported user gets a password that the console generates', async () => {
  const { credentials, sent } = await importUser(['users', 'access-keys', 'chosen-keys'])
  assert.equal([credentials?.user, credentials?.accessKey, sent.length], ['ana', 'ana', 1])
  assert.is((sent[0]?.[1] as { secretKey?: string }).secretKey, credentials?.secretKey)
})

test('an imported user gets keys that the storage generates, if it does not accept chosen ones', async () => {
  const { credentials, sent } = await importUser(['users', 'access-keys'])
  assert.equal(credentials, { user: 'ana', accessKey: 'GENERATED', secretKey: 'generated-secret' })
  assert.equal(sent[0]?.[1], { accessKey: 'ana', groups: ['staff'], policies: [] })
  assert.match(sent[1]?.[0] ?? '', '/api/v1/user/ana/service-accounts')
})
