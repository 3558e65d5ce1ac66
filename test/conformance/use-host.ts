import { type Host, hostOn, type Send } from '../server/host.ts'
import type { Test } from '../lib/suite.ts'
import type { EngineUnderTest } from './engines.ts'

/** Starts a host on the engine before the tests of a suite. `send` sends requests as root. */
export const useHost = (test: Test, peer: () => EngineUnderTest) => {
  let host: Host
  let sendAsRoot: Send
  test.before(async () => {
    host = await hostOn(peer().engine, peer().root)
    sendAsRoot = await host.as(peer().root)
  })
  const send: Send = (...request) => sendAsRoot(...request)
  return { host: () => host, send }
}
