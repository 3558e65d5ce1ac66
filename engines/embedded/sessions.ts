import { Failure } from '../../core/failure.ts'
import type { Credentials } from '../engine.ts'
import { callerOf } from './caller.ts'
import { newKeyPair, newToken, type Secrets, tokenHash } from './secrets.ts'
import { type Index, lookUp } from './store/database.ts'
import type { SessionRecord } from './store/records.ts'

/** How long a session lasts, in ms: 12 hours, as a console on MinIO has it. */
const LENGTH = 12 * 60 * 60 * 1000

/** Ends every session that fits. Runs inside a transaction. */
export const endSessions = (index: Index, fits: (session: SessionRecord) => boolean): void => {
  for (const { key, value } of [...index.sessions.getRange()]) if (fits(value)) void index.sessions.remove(key)
}

/** Removes the sessions whose time is over. */
export const sweepSessions = async (index: Index): Promise<void> => {
  const isOver = ({ expires }: SessionRecord) => expires <= Date.now()
  if (Array.from(index.sessions.getRange()).some(({ value }) => isOver(value)))
    await index.write(() => endSessions(index, isOver))
}

type Found = { secret: string; session: Omit<SessionRecord, 'expires'> }

const find = (index: Index, accessKey: string): Found | undefined => {
  const root = index.root.get('root')
  if (root?.accessKey === accessKey) return { secret: root.secret, session: { account: accessKey } }
  const user = lookUp(index.users, accessKey)
  if (user) return { secret: user.secret, session: { account: accessKey } }
  const service = lookUp(index.accounts, accessKey)
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
 * Begins a session with the pair of root, a user or a service account. Throws `Failure` 401 with one message, after the
 * same time, whatever was wrong. The token is nowhere but in what this gives back.
 */
export const beginSession = async (
  index: Index,
  secrets: Secrets,
  { accessKey, secretKey }: { accessKey: string; secretKey: string },
): Promise<Credentials> => {
  const found = find(index, accessKey)
  const fits = await secrets.fits(secretKey, found?.secret)
  const session = found && { ...found.session, expires: Date.now() + LENGTH }
  const caller = session && callerOrNone(index, session)
  if (!fits || !caller || find(index, accessKey)?.secret !== found.secret)
    throw new Failure(401, 'invalid Login')
  const sessionToken = newToken()
  await index.write(() => void index.sessions.put(tokenHash(sessionToken), session))
  return {
    ...newKeyPair(),
    account: session.account,
    sessionToken,
    expires: session.expires,
    ...(caller.isPowerless && { rights: 'none' }),
  }
}

/** The session of these credentials. Throws `Failure` 401 where it has ended. */
export const sessionOf = (index: Index, { sessionToken }: Credentials): SessionRecord => {
  const session = index.sessions.get(tokenHash(sessionToken))
  if (!session || session.expires <= Date.now()) throw new Failure(401, 'invalid session')
  return session
}

/** Ends the session of these credentials; one that has ended already is no error. */
export const endSession = async (index: Index, { sessionToken }: Credentials): Promise<void> => {
  const hash = tokenHash(sessionToken)
  if (index.sessions.get(hash)) await index.write(() => void index.sessions.remove(hash))
}
