import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import type { IdTokens } from '../engine.ts'
import { parseResponse } from '../s3/response.ts'
import type { Client } from '../s3/client.ts'
import type { Keys } from '../s3/sign.ts'
import { toS3Error } from '../s3/s3-error.ts'
import { fromXml } from '../s3/xml.ts'
import { isDirectoryUnreachable, isWriteFailure } from './error-texts.ts'
import { directoryNotAnswering, cannotCreateTemporaryKeys } from './messages.ts'

/** Temporary keys and their expiry, in ms since 1970 by the local clock. */
export type TemporaryKeys = Required<Keys> & { expires: number }

const Credentials = v.object({
  AccessKeyId: v.string(),
  SecretAccessKey: v.string(),
  SessionToken: v.string(),
  Expiration: v.pipe(v.string(), v.transform(Date.parse), v.number()),
})

/** Converts a server time to the local clock, which may be wrong: only the remaining time matters. */
const toLocalClock = (time: number, date: unknown) => {
  const now = Date.parse(String(date))
  return Number.isNaN(now) ? time : Date.now() + time - now
}

/** The storage server verified the account, but could not store its temporary keys. */
export class KeysNotStored extends Failure {}

/** Too few or full drives. */
const cannotWrite = (error: unknown): error is Failure =>
  error instanceof Failure && (error.status === 507 || isWriteFailure(error))

/**
 * Requests temporary keys. The revoke type is unique, so that signing out ends only this session (minio-server 1.3).
 * Throws `KeysNotStored` if the server could not store them.
 */
const request = async (
  client: Client,
  action: string,
  seconds: number,
  fields: Record<string, string>,
  keys?: Keys,
): Promise<TemporaryKeys> => {
  const body = new URLSearchParams({
    Action: action,
    Version: '2011-06-15',
    DurationSeconds: String(seconds),
    TokenRevokeType: randomUUID(),
    ...fields,
  })
  const call = {
    method: 'POST',
    path: '/',
    service: 'sts',
    repeatable: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  } as const
  const response = await client.call(call, keys).catch((error: unknown) => {
    throw cannotWrite(error) ? new KeysNotStored(503, cannotCreateTemporaryKeys, { detail: error.detail }) : error
  })
  const text = response.body.toString()
  // servers of early 2023 refuse wrong keys with status 200
  if (text.includes('<ErrorResponse')) throw toS3Error(403, response.headers, text)
  const Result = v.object({ [`${action}Result`]: v.object({ Credentials }) })
  const parsed = parseResponse(Result, fromXml(text, `${action}Response`))
  const granted = parsed[`${action}Result`]!.Credentials
  return {
    accessKey: granted.AccessKeyId,
    secretKey: granted.SecretAccessKey,
    sessionToken: granted.SessionToken,
    expires: toLocalClock(granted.Expiration, response.headers.date),
  }
}

/** Temporary keys for a user's own key pair. Throws 403 if it is wrong or belongs to a service account. */
export const assumeRole = (client: Client, keyPair: Keys, seconds: number) =>
  request(client, 'AssumeRole', seconds, {}, keyPair)

/** The server's LDAP directory is unreachable. */
export class DirectoryUnreachable extends Failure {}

/** Temporary keys for an LDAP name and password. Throws `DirectoryUnreachable` if the directory does not respond. */
export const assumeRoleWithLdap = async (client: Client, name: string, password: string, seconds: number) => {
  try {
    return await request(client, 'AssumeRoleWithLDAPIdentity', seconds, { LDAPUsername: name, LDAPPassword: password })
  } catch (error) {
    if (error instanceof Failure && isDirectoryUnreachable(error))
      throw new DirectoryUnreachable(503, directoryNotAnswering, {
        detail: error.detail,
      })
    throw error
  }
}

/**
 * Temporary keys for an id token. The access token is for servers that query the provider's userinfo endpoint, the role
 * for providers with a `role_policy`.
 */
export const assumeRoleWithWebIdentity = (
  client: Client,
  { idToken, accessToken }: IdTokens,
  seconds: number,
  roleArn?: string,
) =>
  request(client, 'AssumeRoleWithWebIdentity', seconds, {
    WebIdentityToken: idToken,
    ...(accessToken && { WebIdentityAccessToken: accessToken }),
    ...(roleArn && { RoleArn: roleArn, RoleSessionName: 'console' }),
  })
