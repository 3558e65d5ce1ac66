import type { Session } from '../../core/web/plugin.ts'
import { startSession } from '../../core/web/session.ts'

/** Signs in without a server, as an account with no pages unless `parts` says otherwise. */
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
