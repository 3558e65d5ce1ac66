import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import type { AdminCrypto } from './admin-crypto.ts'
import { followLines, parseResponse, readJson } from '../s3/response.ts'
import type { Client, Request } from '../s3/client.ts'
import { hasCode } from '../s3/has-code.ts'
import { S3Error } from '../s3/s3-error.ts'
import type { Keys } from '../s3/sign.ts'
import { missingPermission, notGranted } from '../access-denied.ts'
import { iamEntityNotFound } from '../iam/not-found.ts'
import { nameHasLineBreak } from './messages.ts'
import { isObject } from '../../core/protocol/is-object.ts'

/** An admin API call: name as in `/minio/admin/v3/<name>`, and a JSON body, plain or encrypted. */
export type AdminCall = Pick<Request, 'method' | 'query' | 'deadline' | 'signal'> & {
  name: string
  /** Required action (minio-server 4.4), since the server's error does not name it. */
  needs?: `admin:${string}`
  plain?: object
  /** Encrypted body: sent as JSON, a string as is. */
  sealed?: object | string
}

/** Parses a JSON object with arbitrary keys as pairs, so that names such as `__proto__` are not lost. */
export const entriesOf = <S extends v.GenericSchema>(value: S) =>
  v.pipe(
    v.custom<Readonly<Record<string, unknown>>>(isObject),
    v.transform((input) => Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))),
    v.array(v.tuple([v.string(), value])),
  )

/**
 * Offset of the algorithm id in an encrypted response, behind the salt, and the largest known id (minio-server 2.1).
 */
const ALGORITHM_AT = 32
const LAST_ALGORITHM = 2

/** Plain JSON never contains such a small byte. */
const isEncrypted = (body: Buffer) => body.length > ALGORITHM_AT && body.readUInt8(ALGORITHM_AT) <= LAST_ALGORITHM

/**
 * The server's router does not match line breaks in a query and reports an unknown call. Throws `Failure` 400 instead.
 */
const assertOneLine = (query: AdminCall['query'] = {}) => {
  const name = Object.values(query).find((value) => /[\r\n]/.test(String(value)))
  if (name === undefined) return
  throw new Failure(400, nameHasLineBreak, {
    detail: JSON.stringify(name),
  })
}

/** Adds what the server's errors leave out: the name in a 404, and the missing action in a 403. */
const completed = (error: unknown, { needs, query = {}, plain = {} }: AdminCall) => {
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  if (hasCode(error, 'XMinioAdminNoSuchPolicy')) {
    const name = textOf(query.policyName ?? query.name)
    // of several, the server does not say which one is missing
    return name && !name.includes(',') ? iamEntityNotFound('policy', name, error.detail) : error
  }
  if (hasCode(error, 'XMinioAdminNoSuchGroup')) {
    const name = textOf(query.group ?? query.userOrGroup ?? ('group' in plain ? plain.group : ''))
    return name ? iamEntityNotFound('group', name, error.detail) : error
  }
  if (!(error instanceof S3Error) || error.code !== 'AccessDenied' || !needs) return error
  return new S3Error(error.status, error.message, {
    code: error.code,
    detail: notGranted(needs),
    missing: [missingPermission(needs)],
  })
}

/** Path of a call; its first name is no bucket. */
const pathOf = (name: string) => ({ path: `/minio/admin/v3/${name}`, addresses: 'server' }) as const

/**
 * A client with the keys of one account. When a call is refused for lack of a right, `assertSession` is called, since
 * the server may have ended the session instead; its `Failure` 401 is thrown then.
 */
export const createAdmin = (
  client: Client,
  { seal, open }: AdminCrypto,
  keys: Keys,
  assertSession?: () => Promise<unknown>,
) => {
  const explained = async (error: unknown, call: AdminCall) => {
    try {
      if (hasCode(error, 'AccessDenied')) await assertSession?.()
    } catch (reason) {
      if (reason instanceof Failure && reason.status === 401) return reason
    }
    return completed(error, call)
  }

  const send = async (call: AdminCall) => {
    const { name, needs: _, plain, sealed, ...request } = call
    assertOneLine(request.query)
    const body = sealed
      ? await seal(keys.secretKey, typeof sealed === 'string' ? sealed : JSON.stringify(sealed))
      : plain && JSON.stringify(plain)
    const headers = sealed && { 'content-type': 'application/octet-stream' }
    try {
      return await client.call({ ...request, ...pathOf(name), ...(headers && { headers }), body }, keys)
    } catch (error) {
      throw await explained(error, call)
    }
  }

  const readWithHeaders = async <S extends v.GenericSchema>(schema: S, call: AdminCall) => {
    const { body, headers } = await send(call)
    const text = (isEncrypted(body) ? await open(keys.secretKey, body) : body).toString()
    return { response: parseResponse(schema, readJson(text)), headers }
  }

  return {
    send: async (call: AdminCall) => void (await send(call)),

    /** Sends a call and parses the JSON response, decrypting it if needed. */
    read: async <S extends v.GenericSchema>(schema: S, call: AdminCall): Promise<v.InferOutput<S>> =>
      (await readWithHeaders(schema, call)).response,

    /** As `read`, with the headers of the response. */
    readWithHeaders,

    /** Sends a call with a text response, decrypted unless empty; returns its headers too. */
    text: async (call: AdminCall): Promise<{ text: string; headers: Awaited<ReturnType<typeof send>>['headers'] }> => {
      const { body, headers } = await send(call)
      return { text: body.length > 0 ? (await open(keys.secretKey, body)).toString() : '', headers }
    },

    /** Reads at least this many characters of a response, if it has them, and cancels the rest. */
    begin: async (call: AdminCall, least: number) => {
      const { name, needs: _, ...request } = call
      try {
        const { body } = await client.stream({ ...request, ...pathOf(name) }, keys)
        let text = ''
        for await (const chunk of body.setEncoding('utf8')) {
          text += String(chunk)
          if (text.length >= least) break
        }
        return text
      } catch (error) {
        throw await explained(error, call)
      }
    },

    /** Streams JSON lines until the signal fires; the stream is endless unless it `ends`. */
    follow: async function* <S extends v.GenericSchema>(
      schema: S,
      call: AdminCall,
      end: 'ends' | 'endless' = 'endless',
    ): AsyncGenerator<v.InferOutput<S>> {
      const { name, needs: _, ...request } = call
      const open = () => client.stream({ ...request, ...pathOf(name) }, keys)
      try {
        yield* followLines(schema, open, { host: client.host, signal: request.signal, end })
      } catch (error) {
        throw await explained(error, call)
      }
    },
  }
}

/** Client of the admin API, with the keys of one account. */
export type Admin = ReturnType<typeof createAdmin>
