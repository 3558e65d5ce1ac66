import { createServer } from 'node:http'
import { sessionOf } from '../../../test/engines/minio/session.ts'
import { failureOf } from '../../../test/lib/failure-of.ts'
import { listen } from '../../../test/lib/listen.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { actAs } from '../../../test/lib/ports.ts'
import { assert, test } from '../../../test/lib/suite.ts'

const account = { AccountName: 'anna', Server: { Type: 2 }, Policy: { Version: '2012-10-17', Statement: [] } }

/** Saves credentials at a server that answers each request about the tier with the next of these error codes. */
const saved = async (...codes: readonly string[]) => {
  let requests = 0
  const server = createServer((request, response) => {
    const isTier = request.url?.includes('/tier/')
    const Code = isTier ? codes[requests++] : undefined
    const status = !isTier ? 200 : Code === 'AccessDenied' ? 403 : 400
    request.resume().on('end', () => response.writeHead(status).end(JSON.stringify(isTier ? { Code } : account)))
  })
  const engine = openMinioEngine(`http://127.0.0.1:${await listen(server)}`)
  const { tiers } = await actAs(engine, sessionOf())
  const { status, message } = await failureOf(tiers.rotate('COLD', { access: 'nobody', secret: 'wrong-secret-key' }))
  return { status, message, requests }
}

const refused = 'XMinioAdminTierInvalidCredentials'

test('after refused credentials, the server has to reload the stored ones', async () => {
  const message = 'The remote storage refuses these credentials'
  const failure = { status: 400, message, requests: 2 }
  assert.equal(await saved(refused, 'XMinioAdminTierMissingCredentials'), failure)
  assert.equal(await saved(refused, refused), failure)
})

test('if the server may still use refused credentials, the error says so', async () => {
  const { status, message, requests } = await saved(refused, 'InternalError')
  assert.equal([status, requests], [400, 2])
  assert.match(
    message,
    /^The remote storage refuses these credentials\. The storage server may use the new credentials/,
  )
})

test('a refusal that leaves the credentials of the tier alone costs no further request', async () => {
  for (const [code, status] of [
    ['AccessDenied', 403],
    ['XMinioAdminTierNotFound', 404],
  ] as const) {
    const failure = await saved(code)
    assert.equal([failure.status, failure.requests], [status, 1])
  }
})
