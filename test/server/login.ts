import type { Test } from '../lib/suite.ts'
import { randomBytes } from 'node:crypto'
import { type Host, startHost } from './host.ts'
import { sessionCookieName } from '../../server/cookie.ts'
import { createSeal } from '../../server/seal.ts'
import { actAs } from '../lib/ports.ts'

export const key = randomBytes(32)
/** The name of this console's session cookie. */
export const sessionCookie = sessionCookieName(createSeal(key))
export const reader = { accessKey: 'reader', secretKey: 'reader-secret' }
export let host: Host

export const login = async (pair: unknown, headers: Record<string, string> = {}, target = host) =>
  (await target.as())('POST', '/api/v1/login', pair, headers)

/** Response of the call for the session. */
export type Session = {
  status: string
  pages: string[]
  features: string[]
  operator: boolean
  distributedMode: boolean
  account: string
  plugins: string[]
}

/** Starts a host with a read-only user, for all tests of a file. */
export const useHost = (test: Test) => {
  test.before(async () => {
    host = await startHost({ config: { key } })
    const backend = await actAs(host.engine, await host.engine.login(host.root))
    await backend.identity.addUser({ ...reader, groups: [], policies: ['readonly'] })
  })
  test.after(() => host?.stop())
}
