import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { Failure } from '../../core/failure.ts'
import type { IdTokens } from '../engine.ts'
import { parseAnswer } from './answer.ts'
import type { Client } from './client.ts'
import type { Keys } from './sign.ts'
import { fromXml } from './xml.ts'
import { isDirectoryAway, isWriteFailure } from './error-texts.ts'

/** Temporary keys and when they end, in ms since 1970 by this machine's clock. */
export type Granted = Required<Keys> & { expires: number }

const Credentials = v.object({
  AccessKeyId: v.string(),
  SecretAccessKey: v.string(),
  SessionToken: v.string(),
  Expiration: v.pipe(v.string(), v.transform(Date.parse), v.number()),
})

/**
 * A time of the server's by this machine's clock, which may go wrong without harm: what counts is how far away it is.
 */
const byOwnClock = (time: number, date: unknown) => {
  const now = Date.parse(String(date))
  return Number.isNaN(now) ? time : Date.now() + time - now
}

/** The storage server proved who somebody is, and could not store the temporary keys it made for them. */
export class CannotWrite extends Failure {}

const CANNOT_WRITE = 'The storage server cannot write at present, so it cannot make temporary keys'

/** Too few drives, or full ones. */
const cannotWrite = (error: unknown): error is Failure =>
  error instanceof Failure && (error.status === 507 || isWriteFailure(error))

/**
 * Asks for temporary keys. The revoke type is unique, so that signing out ends this session and no other (minio-server
 * 1.3). Throws `CannotWrite` where the server could not store them.
 */
const request = async (
  client: Client,
  action: string,
  seconds: number,
  fields: Record<string, string>,
  keys?: Keys,
): Promise<Granted> => {
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
  const answer = await client.call(call, keys).catch((error: unknown) => {
    throw cannotWrite(error) ? new CannotWrite(503, CANNOT_WRITE, { detail: error.detail }) : error
  })
  const Result = v.object({ [`${action}Result`]: v.object({ Credentials }) })
  const parsed = parseAnswer(Result, fromXml(answer.body.toString(), `${action}Response`))
  const granted = parsed[`${action}Result`]!.Credentials
  return {
    accessKey: granted.AccessKeyId,
    secretKey: granted.SecretAccessKey,
    sessionToken: granted.SessionToken,
    expires: byOwnClock(granted.Expiration, answer.headers.date),
  }
}

/** Temporary keys for a user's own pair; 403 for a wrong one and for a service account's. */
export const assumeRole = (client: Client, pair: Keys, seconds: number) =>
  request(client, 'AssumeRole', seconds, {}, pair)

/** The directory that the storage server asks does not answer it. */
export class DirectoryAway extends Failure {}

/** Temporary keys for a name and password of the directory that the server asks; `DirectoryAway` where that is down. */
export const assumeRoleWithLdap = async (client: Client, name: string, password: string, seconds: number) => {
  try {
    return await request(client, 'AssumeRoleWithLDAPIdentity', seconds, { LDAPUsername: name, LDAPPassword: password })
  } catch (error) {
    if (error instanceof Failure && isDirectoryAway(error))
      throw new DirectoryAway(503, 'The directory (LDAP) of the storage server does not answer', {
        detail: error.detail,
      })
    throw error
  }
}

/**
 * Temporary keys for an identity provider's id token; the access token is for servers that ask the provider's userinfo,
 * the role for those whose provider has policies of its own.
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
