import * as v from 'valibot'
import { Failure } from '../../core/failure.ts'
import type { AdminCrypto } from './admin-crypto.ts'
import { followLines, parseAnswer, readJson } from './answer.ts'
import type { Client, Request } from './client.ts'
import { Refusal } from './refusal.ts'
import type { Keys } from './sign.ts'
import { missingPermission, notGranted } from '../access-denied.ts'

/** A call of the admin API: its name as in `/minio/admin/v3/<name>`, and what it carries as JSON, plain or sealed. */
export type AdminCall = Pick<Request, 'method' | 'query' | 'deadline' | 'signal'> & {
  name: string
  /** The action that it wants (minio-server 4.4), since the server's refusal does not name it. */
  needs?: `admin:${string}`
  plain?: object
  /** As JSON, or a text as it is. */
  sealed?: object | string
}

/** A JSON object whose keys are names, as pairs: whatever the names are, none is lost. */
export const entriesOf = <S extends v.GenericSchema>(value: S) =>
  v.pipe(
    v.custom<Readonly<Record<string, unknown>>>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
    ),
    v.transform((input) => Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))),
    v.array(v.tuple([v.string(), value])),
  )

/** Where a sealed answer names its algorithm, behind the salt, and the last one there is (minio-server 2.1). */
const ALGORITHM_AT = 32
const LAST_ALGORITHM = 2

/** Plain JSON never holds so small a byte. */
const isSealed = (body: Buffer) => body.length > ALGORITHM_AT && body.readUInt8(ALGORITHM_AT) <= LAST_ALGORITHM

/**
 * The server routes by lines: with a break in a name it knows no such call, and says that it lacks it. Throws `Failure`
 * 400.
 */
const assertOneLine = (query: AdminCall['query'] = {}) => {
  const name = Object.values(query).find((value) => /[\r\n]/.test(String(value)))
  if (name === undefined) return
  throw new Failure(400, 'A name holds a line break, which the storage server takes in no name', {
    detail: JSON.stringify(name),
  })
}

/** What was refused to the caller, with the action that is missing. */
const explained = (error: unknown, needs: AdminCall['needs']) => {
  if (!(error instanceof Refusal) || error.code !== 'AccessDenied' || !needs) return error
  return new Refusal(error.status, error.message, {
    code: error.code,
    detail: notGranted(needs),
    missing: [missingPermission(needs)],
  })
}

/** The admin API as the owner of `keys`. */
export const createAdmin = (client: Client, { seal, open }: AdminCrypto, keys: Keys) => {
  const send = async ({ name, needs, plain, sealed, ...request }: AdminCall) => {
    assertOneLine(request.query)
    const body = sealed
      ? await seal(keys.secretKey, typeof sealed === 'string' ? sealed : JSON.stringify(sealed))
      : plain && JSON.stringify(plain)
    const headers = sealed && { 'content-type': 'application/octet-stream' }
    try {
      return await client.call({ ...request, path: `/minio/admin/v3/${name}`, ...(headers && { headers }), body }, keys)
    } catch (error) {
      throw explained(error, needs)
    }
  }

  return {
    /** A call whose answer does not matter. */
    send: async (call: AdminCall) => void (await send(call)),

    /** A call and its JSON answer, opened where it is sealed. */
    read: async <S extends v.GenericSchema>(schema: S, call: AdminCall): Promise<v.InferOutput<S>> => {
      const { body } = await send(call)
      const text = (isSealed(body) ? await open(keys.secretKey, body) : body).toString()
      return parseAnswer(schema, readJson(text))
    },

    /** A call whose answer is text, sealed unless it is empty, and the headers beside it. */
    text: async (call: AdminCall): Promise<{ text: string; headers: Awaited<ReturnType<typeof send>>['headers'] }> => {
      const { body, headers } = await send(call)
      return { text: body.length > 0 ? (await open(keys.secretKey, body)).toString() : '', headers }
    },

    /** The beginning of an answer, of at least so many characters where it has them; the rest is not waited for. */
    begin: async ({ name, needs, ...call }: AdminCall, least: number) => {
      try {
        const { body } = await client.stream({ ...call, path: `/minio/admin/v3/${name}` }, keys)
        let text = ''
        for await (const chunk of body.setEncoding('utf8')) {
          text += String(chunk)
          if (text.length >= least) break
        }
        return text
      } catch (error) {
        throw explained(error, needs)
      }
    },

    /**
     * A call that the server answers with a line of JSON after another, without end unless it `ends`, until its signal
     * fires.
     */
    follow: async function* <S extends v.GenericSchema>(
      schema: S,
      { name, needs, ...call }: AdminCall,
      end: 'ends' | 'endless' = 'endless',
    ): AsyncGenerator<v.InferOutput<S>> {
      const open = () => client.stream({ ...call, path: `/minio/admin/v3/${name}` }, keys)
      try {
        yield* followLines(schema, open, { host: client.host, signal: call.signal, end })
      } catch (error) {
        throw explained(error, needs)
      }
    },
  }
}

export type Admin = ReturnType<typeof createAdmin>
