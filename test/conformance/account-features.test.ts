import { randomBytes } from 'node:crypto'
import { assert } from '../lib/suite.ts'
import { type Feature, missingFeatures } from '../../core/protocol/features.ts'
import type { Engine } from '../../engines/engine.ts'
import { createS3Engine } from '../../engines/s3/engine.ts'
import { isCall } from '../../server/routes.ts'
import { isChosen } from '../lib/chosen-engines.ts'
import { allSamples, requestsOf } from '../lib/samples.ts'
import { fillNames, sendSample } from '../lib/sample-requests.ts'
import { hasS3Server, type S3Server, startS3Server } from '../lib/s3-servers.ts'
import { suite, type Test } from '../lib/suite.ts'
import { type ErrorBody, type Host, hostOn } from '../server/host.ts'
import { onEveryStorage } from './engines.ts'

/** Features of storages that manage accounts: the contract of each call states those that it needs. */
const accountFeatures = [
  'users',
  'groups',
  'policies',
  'access-keys',
  'account-changes',
  'passwords',
  'iam-archive',
] as const satisfies readonly Feature[]

const { samples } = await allSamples()

/** Calls that state such a feature, and all others of the plugins that have one. */
const calls = (() => {
  const withFeature = samples.filter(({ endpoint }) => accountFeatures.some((one) => endpoint.features.includes(one)))
  const owners = new Set(withFeature.map(({ owner }) => owner))
  return samples.filter(({ owner, endpoint }) => owners.has(owner) && isCall(endpoint))
})()

/** Features that an error names as missing. */
const namedIn = (message: string | undefined) => accountFeatures.filter((one) => missingFeatures[one] === message)

type Storage = { start(): Promise<Host>; has(feature: Feature, root: Host['root']): Promise<boolean> }

const define = (test: Test, { start, has }: Storage) => {
  let host: Host
  test.before(async () => {
    host = await start()
  })
  for (const { owner, name, endpoint, sample } of calls) {
    if (!isCall(endpoint) || !sample) continue
    test(`${owner}'s call "${name}" changes nothing without the features that it states, and states those it lacks`, async () => {
      const send = await host.as(host.root)
      const missing: Feature[] = []
      for (const feature of endpoint.features) if (!(await has(feature, host.root))) missing.push(feature)
      for (const [index, request] of requestsOf(sample).entries()) {
        const { statusCode, payload } = await sendSample(send, endpoint, fillNames(request, new Map()))
        const named = statusCode >= 400 ? namedIn((JSON.parse(payload) as ErrorBody).message) : []
        if (missing.length === 0) assert.not(named.includes('account-changes'), payload)
        else for (const feature of named) assert.ok(endpoint.features.includes(feature), payload)
        if (missing.length > 0 && endpoint.effect === 'changes' && index === 0) assert.ok(statusCode >= 400, payload)
      }
    })
  }
}

onEveryStorage('account features', (test, peer) =>
  define(test, {
    start: () => hostOn(peer().engine, peer().root, { config: { key: randomBytes(32) } }),
    has: (feature) => peer().has(feature),
  }),
)

if (isChosen('seaweedfs')) {
  const test = suite(
    'account features of a read-only IAM API',
    hasS3Server('seaweedfs') ? undefined : 'this machine has no seaweedfs',
  )
  let engine: Engine
  let server: S3Server
  test.after(async () => {
    await engine.close()
    await server.stop()
  })
  define(test, {
    start: async () => {
      server = await startS3Server('seaweedfs', { isIamReadOnly: true })
      engine = createS3Engine({ url: new URL(server.url) })
      return hostOn(engine, server.root, { config: { key: randomBytes(32) } })
    },
    has: async (feature, root) => (await engine.account(await engine.login(root))).features.includes(feature),
  })
}
