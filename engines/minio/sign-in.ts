import { Failure } from '../../core/protocol/failure.ts'
import type { Credentials, IdTokens, Log, Origin } from '../engine.ts'
import { readAccountInfo } from './account-info.ts'
import { passwordOf } from './accounts.ts'
import type { Admin } from './admin.ts'
import { hasCode } from '../s3/has-code.ts'
import type { Cause } from '../s3/causes.ts'
import { causeOfSignIn } from './causes.ts'
import type { Client } from '../s3/client.ts'
import { SignInRefused } from '../sign-in-refused.ts'
import { hasNoRights } from './rights.ts'
import type { Keys } from '../s3/sign.ts'
import {
  assumeRole,
  assumeRoleWithLdap,
  assumeRoleWithWebIdentity,
  KeysNotStored,
  DirectoryUnreachable,
  type TemporaryKeys,
} from './sts.ts'
import { sessionUsesUserKeys, regionDiffers, noTemporaryKeysFor, tokenHasTooManyClaims } from './messages.ts'

type SignInOptions = {
  seconds: number
  ldap?: boolean | undefined
  roleArn?: string | undefined
  region?: string | undefined
  log: Log
  clientFor(origin: Origin | undefined): Client
  adminFor(client: Client, keys: Keys): Admin
}

/** Errors that explain why sign-in fails and take precedence over a plain rejection. */
const isExplanatory = (error: Failure): boolean =>
  error instanceof DirectoryUnreachable || error instanceof KeysNotStored

/**
 * Returns the first success. An unreachable directory only matters to accounts that need it. `explain` finds out
 * whether the server is the cause instead of the credentials.
 */
const firstSuccess = async (
  attempts: readonly (() => Promise<Credentials>)[],
  explain: (refusals: readonly Failure[]) => Promise<Cause | undefined> = async () => undefined,
) => {
  const refusals: Failure[] = []
  for (const attempt of attempts) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.status >= 500 && !isExplanatory(error)) {
        // without a code the response comes from something other than the storage server, or is unexpected
        const cause = error.status === 503 || error.code ? undefined : await explain([error])
        throw cause ? new Failure(502, cause.message, { detail: cause.fix }) : error
      }
      refusals.push(error)
    }
  }
  // the server verifies the signature only of keys that exist
  const exists = refusals.some((refusal) => hasCode(refusal, 'SignatureDoesNotMatch'))
  const explanatory = refusals.find((refusal) => isExplanatory(refusal) || refusal instanceof SignInRefused)
  const cause = explanatory ? undefined : await explain(refusals)
  if (cause) throw new Failure(502, cause.message, { detail: cause.fix })
  throw refusals.find(isExplanatory) ?? new SignInRefused(exists ? 'exists' : 'unknown', refusals[0]?.detail)
}

/** The ways to sign in to a MinIO server. All return temporary keys if the server can create some. */
export const createSignIn = ({ seconds, ldap, roleArn, region, log, clientFor, adminFor }: SignInOptions) => {
  let isRegionReported = false

  /** Asks the server for the account of the keys, and determines who manages its password. */
  const credentialsOf = async (client: Client, granted: TemporaryKeys, by?: 'directory'): Promise<Credentials> => {
    const admin = adminFor(client, granted)
    const info = await readAccountInfo(admin).catch((error: unknown) => {
      if (granted.sessionToken && hasCode(error, 'MetadataTooLarge'))
        throw new SignInRefused('exists', tokenHasTooManyClaims)
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

  const withOwnKeys = (client: Client, keyPair: Keys) =>
    credentialsOf(client, { ...keyPair, sessionToken: '', expires: Date.now() + seconds * 1000 })

  /**
   * Service accounts cannot get temporary keys. A successful call proves theirs; the session has the name of the
   * parent.
   */
  const signInServiceAccount = async (client: Client, keyPair: Keys) => {
    const credentials = await withOwnKeys(client, keyPair)
    if (credentials.account === keyPair.accessKey)
      throw new SignInRefused('exists', noTemporaryKeysFor(keyPair.accessKey))
    return credentials
  }

  const learnRegion = async (client: Client, keyPair: Keys) => {
    const learned = await client.learnRegion(keyPair)
    if (!region || learned === region || isRegionReported) return
    isRegionReported = true
    log.warn({ configured: region, server: learned }, regionDiffers)
  }

  /** A storage that cannot write creates no temporary keys, but it verifies the key pair first. */
  const signInUser = async (client: Client, keyPair: Keys): Promise<Credentials> => {
    await learnRegion(client, keyPair)
    let granted: TemporaryKeys
    try {
      granted = await assumeRole(client, keyPair, seconds)
    } catch (error) {
      if (!(error instanceof KeysNotStored)) throw error
      log.warn({ err: error }, sessionUsesUserKeys)
      return { ...(await withOwnKeys(client, keyPair)), writes: 'failed' }
    }
    return credentialsOf(client, granted)
  }

  return {
    withKeyPair: (keyPair: { accessKey: string; secretKey: string }, origin?: Origin) => {
      const client = clientFor(origin)
      const signInLdap = async () =>
        credentialsOf(
          client,
          await assumeRoleWithLdap(client, keyPair.accessKey, keyPair.secretKey, seconds),
          'directory',
        )
      return firstSuccess(
        [...(ldap ? [signInLdap] : []), () => signInUser(client, keyPair), () => signInServiceAccount(client, keyPair)],
        (refusals) => causeOfSignIn(client, keyPair, refusals.slice(ldap ? 1 : 0)),
      )
    },

    withIdToken: (tokens: IdTokens, origin?: Origin) => {
      const client = clientFor(origin)
      return firstSuccess([
        async () =>
          credentialsOf(client, await assumeRoleWithWebIdentity(client, tokens, seconds, roleArn), 'directory'),
      ])
    },
  }
}
