import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { Failure, parseJson } from 'stowage'
import { parseRows } from './records/record.ts'
import { cacheResult, createMemoryStore, type Log, type Outbound, silentLog } from 'stowage/server'
import { INTAKE } from '../contract.ts'
import type { Audit } from './audit.ts'
import * as messages from '../messages.ts'

/** Digests of generated tokens, newest first. */
const StoredTokens = v.object({ digests: v.array(v.string()) })
const STORE_KEY = 'audit-tokens'

/** While a server switches to a new token, it still sends with the previous one. */
const MAX_TOKENS = 2

const digestOf = (text: string) => createHash('sha256').update(text).digest()

const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

/** Strips the "Bearer" prefix, which is optional. */
const credentialOf = (authorization: string) => authorization.replace(/^Bearer\s+/i, '')

/** Authenticates storage servers that send audit records. */
export const createIntake = () => {
  let parts = { token: undefined as string | undefined, keep: createMemoryStore(), log: silentLog as Log }
  // consoles with the same configured token accept each other's test credentials
  let key = randomBytes(32)

  /** Digests of the accepted tokens; none if what is stored is damaged, so that a new token replaces it. */
  const readDigests = async () => {
    const { success, output } = v.safeParse(StoredTokens, parseJson((await parts.keep.read(STORE_KEY)) ?? ''))
    return success ? output.digests : []
  }
  let acceptedDigests = cacheResult(readDigests)

  const proofOf = (nonce: string) => `test.${nonce}.${createHmac('sha256', key).update(nonce).digest('hex')}`

  return {
    begin: (options: typeof parts) => {
      parts = options
      acceptedDigests = cacheResult(readDigests)
      if (options.token !== undefined) key = digestOf(`test of ${options.token}`)
    },

    log: () => parts.log,

    /** Why this console cannot have a token; `undefined` if it can. */
    unavailable: () => (parts.token === undefined && !parts.keep.isDurable ? messages.setAuditToken : undefined),

    /** The configured token, or a newly generated and accepted one. */
    token: async () => {
      if (parts.token !== undefined) return parts.token
      const token = randomBytes(32).toString('base64url')
      const next = [digestOf(token).toString('hex'), ...(await acceptedDigests())].slice(0, MAX_TOKENS)
      await parts.keep.write(STORE_KEY, JSON.stringify({ digests: next }))
      acceptedDigests = async () => next
      return token
    },

    /** A proof that the console sends to its own address to test it, so that the token is not sent to a stranger. */
    testCredential: () => proofOf(randomBytes(16).toString('hex')),

    isTrial: (authorization: string) => {
      const credential = credentialOf(authorization)
      const [word, nonce = ''] = credential.split('.')
      return word === 'test' && isSame(digestOf(credential), digestOf(proofOf(nonce)))
    },

    /** Throws `Failure` 401 for an unknown token. */
    assertToken: async (authorization: string) => {
      const digest = digestOf(credentialOf(authorization))
      const all = [
        ...(parts.token === undefined ? [] : [digestOf(parts.token)]),
        ...(await acceptedDigests()).map((text) => Buffer.from(text, 'hex')),
      ]
      if (all.length === 0)
        throw new Failure(401, messages.auditRecordsNotAccepted, {
          detail: messages.setUpAuditLogsFirst,
        })
      if (!all.some((one) => isSame(one, digest)))
        throw new Failure(401, messages.auditTokenWrong, {
          detail: messages.setUpAuditLogsAgain,
        })
    },
  }
}
export type Intake = ReturnType<typeof createIntake>

/** Stores records that a storage server sends. Invalid ones are dropped and counted in the log. */
export const takeRecords = async (
  audit: Audit,
  intake: Intake,
  { authorization, body }: { authorization: string; body: string },
) => {
  if (body.trim() === '' && intake.isTrial(authorization)) return
  await intake.assertToken(authorization)
  // a server that tests the webhook sends an empty object
  if (body.trim() === '{}') return
  const { rows, unread } = parseRows(body)
  if (unread > 0) intake.log().warn({ unread }, messages.invalidRecordsDropped)
  if (rows.length === 0) return
  try {
    await (await audit.store()).append(rows)
  } catch (error) {
    // 503 makes the sender keep its records and retry
    if (error instanceof Failure && error.status === 507)
      throw new Failure(503, error.message, { detail: error.detail })
    throw error
  }
}

/** The webhook endpoint for a console address. Throws `Failure` 422. */
export const endpointOf = (address: string): string => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new Failure(422, messages.consoleAddressInvalid, { field: 'address' })
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${INTAKE}`
}

/** Maximum response size in bytes; only the status matters. */
const MAX_RESPONSE = 64 * 1024

/** Checks that this console answers at an endpoint. Throws `Failure` 400. */
export const assertReachesThisConsole = async (outbound: Outbound, intake: Intake, endpoint: string) => {
  const { status } = await outbound.request(endpoint, {
    field: 'address',
    method: 'POST',
    maxBytes: MAX_RESPONSE,
    headers: { authorization: `Bearer ${intake.testCredential()}` },
  })
  if (status === 204) return
  const problem = status === 401 ? messages.anotherConsoleResponds : messages.notAddressOfConsole(status)
  throw new Failure(400, `address: ${problem}`, { field: 'address', detail: messages.requestSentTo(endpoint) })
}
