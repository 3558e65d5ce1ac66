import { Failure } from '../../core/failure.ts'
import type { Credentials, IdTokens, Log, Origin } from '../engine.ts'
import { readAccountInfo } from './account-info.ts'
import { passwordOf } from './accounts.ts'
import type { Admin } from './admin.ts'
import { hasCode } from './caller.ts'
import type { Client } from './client.ts'
import { SignInRefused } from '../sign-in-refused.ts'
import { hasNoRights } from './rights.ts'
import type { Keys } from './sign.ts'
import {
  assumeRole,
  assumeRoleWithLdap,
  assumeRoleWithWebIdentity,
  CannotWrite,
  DirectoryAway,
  type Granted,
} from './sts.ts'

type SignInOptions = {
  /** How long a session lasts, in seconds. */
  seconds: number
  ldap?: boolean | undefined
  roleArn?: string | undefined
  /** The region that the deployment names. */
  region?: string | undefined
  log: Log
  clientFor(origin: Origin | undefined): Client
  adminFor(client: Client, keys: Keys): Admin
}

const TOO_MANY_CLAIMS =
  'Your token has too many claims or groups: the storage server accepts at most 8 KiB. Ask an administrator to have the identity provider send fewer.'

/** Failures that say what keeps somebody out, where another attempt says no more than that it failed. */
const isTelling = (error: Failure) => error instanceof DirectoryAway || error instanceof CannotWrite

/** A directory that is away keeps nobody out who needs none; the others are told of it. */
const firstToWork = async (attempts: readonly (() => Promise<Credentials>)[]) => {
  const refusals: Failure[] = []
  for (const attempt of attempts) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Failure) || (error.status >= 500 && !isTelling(error))) throw error
      refusals.push(error)
    }
  }
  // the server checks the signature of a key that it knows
  const exists = refusals.some((refusal) => hasCode(refusal, 'SignatureDoesNotMatch'))
  throw refusals.find(isTelling) ?? new SignInRefused(exists ? 'exists' : 'unknown', refusals[0]?.detail)
}

/** The ways to sign in to a MinIO server, all of which give temporary keys where the server can make some. */
export const createSignIn = ({ seconds, ldap, roleArn, region, log, clientFor, adminFor }: SignInOptions) => {
  let isRegionReported = false

  /** Whose the keys are, from the server itself, and who keeps the password. */
  const credentialsOf = async (client: Client, granted: Granted, by?: 'directory'): Promise<Credentials> => {
    const admin = adminFor(client, granted)
    const info = await readAccountInfo(admin).catch((error: unknown) => {
      if (granted.sessionToken && hasCode(error, 'MetadataTooLarge')) throw new SignInRefused('exists', TOO_MANY_CLAIMS)
      throw error
    })
    const password = by ?? (await passwordOf(admin, info.AccountName))
    return {
      account: info.AccountName,
      ...granted,
      ...(hasNoRights(info) && { rights: 'none' }),
      ...(password && { password }),
    }
  }

  const withOwnKeys = (client: Client, pair: Keys) =>
    credentialsOf(client, { ...pair, sessionToken: '', expires: Date.now() + seconds * 1000 })

  /**
   * A service account gets no temporary keys; its own prove themselves by being let in, under the name of its owner.
   */
  const asServiceAccount = async (client: Client, pair: Keys) => {
    const credentials = await withOwnKeys(client, pair)
    if (credentials.account === pair.accessKey)
      throw new SignInRefused('exists', `The storage server gives "${pair.accessKey}" no temporary keys`)
    return credentials
  }

  const learnRegion = async (client: Client, pair: Keys) => {
    const learned = await client.learnRegion(pair)
    if (!region || learned === region || isRegionReported) return
    isRegionReported = true
    log.warn(
      { configured: region, server: learned },
      'CONSOLE_MINIO_REGION differs from the region of the storage server, which is used',
    )
  }

  /** A storage that cannot write makes no temporary keys, but it proves the pair before it tries. */
  const asUser = async (client: Client, pair: Keys): Promise<Credentials> => {
    await learnRegion(client, pair)
    let granted: Granted
    try {
      granted = await assumeRole(client, pair, seconds)
    } catch (error) {
      if (!(error instanceof CannotWrite)) throw error
      log.warn({ err: error }, 'the storage server cannot write: a session uses the keys of its user')
      return { ...(await withOwnKeys(client, pair)), writes: 'failed' }
    }
    return credentialsOf(client, granted)
  }

  return {
    withPair: (pair: { accessKey: string; secretKey: string }, origin?: Origin) => {
      const client = clientFor(origin)
      const asPerson = async () =>
        credentialsOf(client, await assumeRoleWithLdap(client, pair.accessKey, pair.secretKey, seconds), 'directory')
      return firstToWork([
        ...(ldap ? [asPerson] : []),
        () => asUser(client, pair),
        () => asServiceAccount(client, pair),
      ])
    },

    withIdToken: (tokens: IdTokens, origin?: Origin) => {
      const client = clientFor(origin)
      return firstToWork([
        async () =>
          credentialsOf(client, await assumeRoleWithWebIdentity(client, tokens, seconds, roleArn), 'directory'),
      ])
    },
  }
}
