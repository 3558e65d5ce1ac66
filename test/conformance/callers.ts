import { randomBytes } from 'node:crypto'
import { assert } from '../lib/suite.ts'
import { identity } from '../../plugins/identity/contract.ts'
import { policies } from '../../plugins/policies/contract.ts'
import { createSeal } from '../../server/seal.ts'
import type { KeyPair } from '../lib/server.ts'
import { createAsk } from '../lib/sample-requests.ts'
import { cookiesOf, type Host, type Send } from '../server/host.ts'
import { uniqueName } from './engines.ts'

const secretKey = 'access-secret-key'

/** Statements that allow actions of all kinds; those of S3 in one bucket if it is given. */
export const statement = (
  Effect: 'Allow' | 'Deny',
  actions: readonly string[],
  bucket: string | undefined,
  Condition?: object,
) => {
  const s3 = actions.filter((action) => action.startsWith('s3:'))
  const others = actions.filter((action) => !action.startsWith('s3:'))
  const Resource = bucket === undefined ? ['arn:aws:s3:::*'] : [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`]
  return [
    ...(s3.length > 0 ? [{ Effect, Action: s3, Resource, ...(Condition && { Condition }) }] : []),
    ...(others.length > 0 ? [{ Effect, Action: others }] : []),
  ]
}

export const everything = statement('Allow', ['admin:*', 's3:*'], undefined)

export const document = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement })

/** A caller: credentials, the cookie for sockets, and a function that sends requests. */
type Caller = { pair: KeyPair; cookie: string; send: Send }

/** Creates all callers: without a valid session, without rights, and with rights that are rewritten for each call. */
export const makeCallers = async (host: Host, key: Buffer) => {
  const root = await host.as(host.root)
  const ask = createAsk(root)

  const signIn = async (pair: KeyPair): Promise<Caller> => {
    const response = await (await host.as())('POST', '/api/v1/login', pair)
    assert.is(response.statusCode, 201, response.payload)
    return withCookie(cookiesOf(response), pair)
  }
  const withCookie = async (cookie: string, pair = { accessKey: '', secretKey }): Promise<Caller> => {
    const send = await host.as()
    return {
      pair,
      cookie,
      send: (method, url, body, headers) => send(method, url, body, { ...headers, ...(cookie && { cookie }) }),
    }
  }
  const write = async (name: string, text: string) => void (await ask(policies.add, { body: { name, policy: text } }))
  const user = async (policyNames: string[]) => {
    const pair = { accessKey: uniqueName('caller'), secretKey }
    await ask(identity.addUser, { body: { ...pair, groups: [], policies: policyNames } })
    return signIn(pair)
  }
  /** Creates a user whose policy is rewritten for each call. */
  const changing = async () => {
    const name = uniqueName('rights')
    await write(name, document(...statement('Allow', ['s3:GetObject'], 'nowhere')))
    return { ...(await user([name])), may: (text: string) => write(name, text) }
  }

  const consoleAdmin = await user(['consoleAdmin'])
  const restriction = document(...statement('Allow', ['s3:GetObject'], 'nowhere'))
  const restricted = JSON.parse(
    await createAsk(consoleAdmin.send)(identity.addAccount, { body: { policy: restriction } }),
  ) as KeyPair
  const ended = await user(['consoleAdmin'])
  assert.is((await ended.send('POST', '/api/v1/logout')).statusCode, 200)
  const disabled = await user(['consoleAdmin'])
  await ask(identity.updateUser, { query: { name: disabled.pair.accessKey }, body: { status: 'disabled', groups: [] } })
  const seal = (by: Buffer, session: object) => `token=${createSeal(by).close(JSON.stringify(session), 'session')}`
  const old = { account: 'admin', accessKey: 'admin', secretKey: 'x', sessionToken: 'x', expires: Date.now() - 1 }

  return {
    ask,
    user,
    consoleAdmin,
    withoutPolicies: await user([]),
    readOnly: await user(['readonly']),
    restricted: await signIn(restricted),
    other: await changing(),
    denied: await changing(),
    granted: await changing(),
    away: {
      'nobody who has signed in': await withCookie(''),
      'a caller with an expired session': await withCookie(seal(key, old)),
      'a caller with a forged session': await withCookie(seal(randomBytes(32), {})),
      'a caller that has signed out': ended,
      'a disabled account': disabled,
    },
  }
}

export type Callers = Awaited<ReturnType<typeof makeCallers>>
