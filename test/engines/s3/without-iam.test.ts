import { assert, test } from '../../lib/suite.ts'
import { list, refusal, type Reply, withEngine } from '../../lib/fake-s3.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { missingFeatures } from '../../../core/protocol/features.ts'
import type { IdentityBackend } from '../../../plugins/identity/backend.ts'
import identity from '../../../plugins/identity/server.ts'
import type { PoliciesBackend } from '../../../plugins/policies/backend.ts'
import policies from '../../../plugins/policies/server.ts'
import { openPort } from '../../lib/ports.ts'

const pair = { accessKey: 'key', secretKey: 'secret' }

/** Responses of servers without the IAM API to its calls. */
const servers: Record<string, Reply> = {
  Garage: refusal(
    400,
    'AuthorizationHeaderMalformed',
    "Authorization header malformed, unexpected scope: '20261127/garage/iam/aws4_request', expected: '20261127/garage/s3/aws4_request'",
  ),
  MinIO: {
    status: 400,
    body: '<ErrorResponse><Error><Code>MissingParameter</Code><Message>Invalid STS API version 2010-05-08, expecting 2011-06-15</Message></Error></ErrorResponse>',
  },
  VersityGW: refusal(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.'),
}

for (const [name, reply] of Object.entries(servers))
  test(`a server without an IAM API refuses calls with the reasons of the console, as ${name} answers`, async () => {
    await withEngine(
      ({ method }) => (method === 'POST' ? reply : list()),
      async ({ engine }) => {
        const credentials = await engine.login(pair)
        const accounts = (await openPort<IdentityBackend>(engine, identity))(credentials)
        const policyPort = (await openPort<PoliciesBackend>(engine, policies))(credentials)
        const reasonOf = async (work: Promise<unknown>) => {
          const { status, message, code } = await failureOf(work)
          assert.equal([status, code], [501, 'NotImplemented'])
          return message
        }
        assert.is(await reasonOf(accounts.users()), missingFeatures.users)
        assert.is(await reasonOf(accounts.addGroup('group', [])), missingFeatures.groups)
        assert.is(await reasonOf(accounts.accounts()), missingFeatures['access-keys'])
        assert.is(await reasonOf(policyPort.set('name', '{}')), missingFeatures.policies)
      },
    )
  })
