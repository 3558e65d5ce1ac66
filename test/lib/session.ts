import type { Session } from '../../core/web/plugin.ts'
import { startSession } from '../../core/web/session.ts'

/** Starts a session without a server, for an account without pages unless `parts` says otherwise. */
export const startTestSession = (parts: Partial<Session> = {}) =>
  startSession({
    status: 'ok',
    pages: [],
    features: [],
    operator: false,
    distributedMode: false,
    withheld: [],
    rights: 'some',
    account: 'root',
    password: 'owner',
    plugins: [],
    ...parts,
  })
