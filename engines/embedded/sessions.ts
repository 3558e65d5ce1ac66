import { Failure } from '../../core/protocol/failure.ts'
import type { Credentials } from '../engine.ts'
import { SignInRefused } from '../sign-in-refused.ts'
import { callerOf } from './caller.ts'
import { sessionLength } from './configuration.ts'
import { newKeyPair, newToken, type Secrets, tokenHash } from './secrets.ts'
import { type Index, getByName, type SessionKey } from './store/database.ts'
import type { SessionRecord } from './store/records.ts'

/** Limit of concurrent sessions per account or service account; one more ends the oldest. */
const MAX_SESSIONS = 200

type SessionRow = { key: SessionKey; value: SessionRecord }

const sessionsOf = (index: Index, account: string): SessionRow[] => {
  // a hash is base64url, so `~` sorts after all of them
  const rows = index.sessions.getRange({ start: [account, ''], end: [account, '~'] })
  return Array.from(rows, ({ key, value }) => ({ key: key as SessionKey, value }))
}

/** Ends all or the selected sessions of an account. Runs inside a transaction. */
export const endSessions = (
  index: Index,
  account: string,
  fits: (session: SessionRecord) => boolean = () => true,
): void => {
  for (const { key, value } of sessionsOf(index, account)) if (fits(value)) void index.sessions.remove(key)
}

export const sweepSessions = async (index: Index): Promise<void> => {
  const expired = Array.from(index.sessions.getRange()).filter(({ value }) => value.expires <= Date.now())
  if (expired.length === 0) return
  await index.writeAnyway(() => {
    for (const { key } of expired) void index.sessions.remove(key)
  })
}

type Login = { secret: string; session: Omit<SessionRecord, 'expires'> }

const findLogin = (index: Index, accessKey: string): Login | undefined => {
  const root = index.root.get('root')
  if (root?.accessKey === accessKey) return { secret: root.secret, session: { account: accessKey } }
  const user = getByName(index.users, accessKey)
  if (user) return { secret: user.secret, session: { account: accessKey } }
  const service = getByName(index.accounts, accessKey)
  return service && { secret: service.secret, session: { account: service.parent, key: accessKey } }
}

const callerOrNone = (index: Index, session: SessionRecord) => {
  try {
    return callerOf(index, session)
  } catch {
    return undefined
  }
}

/**
 * Starts a session with the key pair of root, a user or a service account. Throws `Failure` 401 with the same message
 * after the same time for every cause. The token exists only in the returned value.
 */
export const beginSession = async (
  index: Index,
  secrets: Secrets,
  { accessKey, secretKey }: { accessKey: string; secretKey: string },
): Promise<Credentials> => {
  // read before awaiting, since the store may be closed by then
  const [login, length] = [findLogin(index, accessKey), sessionLength(index)]
  const fits = await secrets.verify(secretKey, login?.secret)
  if (!login || !fits) throw new SignInRefused(login ? 'exists' : 'unknown')
  const session = { ...login.session, expires: Date.now() + length }
  const sessionToken = newToken()
  const caller = await index.writeAnyway(() => {
    const current = callerOrNone(index, session)
    // a change that ended the sessions of this account may have been committed since it was read
    if (!current || findLogin(index, accessKey)?.secret !== login.secret) throw new SignInRefused('exists')
    const existing = sessionsOf(index, session.account).filter(({ value }) => value.key === session.key)
    existing.sort((one, other) => one.value.expires - other.value.expires)
    for (const { key } of existing.slice(0, Math.max(0, existing.length - MAX_SESSIONS + 1)))
      void index.sessions.remove(key)
    void index.sessions.put([session.account, tokenHash(sessionToken)], session)
    return current
  })
  return {
    ...newKeyPair(),
    account: session.account,
    sessionToken,
    expires: session.expires,
    ...(caller.hasNoPolicies && { rights: 'none' }),
  }
}

/** Throws `Failure` 401 if the session has ended. */
export const sessionOf = (index: Index, { account, sessionToken }: Credentials): SessionRecord => {
  const session = index.sessions.get([account, tokenHash(sessionToken)])
  if (!session || session.expires <= Date.now()) throw new Failure(401, 'invalid session')
  return session
}

/** Ends the session of these credentials; no error if it has already ended. */
export const endSession = async (index: Index, { account, sessionToken }: Credentials): Promise<void> => {
  const key: SessionKey = [account, tokenHash(sessionToken)]
  if (index.sessions.get(key)) await index.writeAnyway(() => void index.sessions.remove(key))
}
