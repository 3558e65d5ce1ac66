import { callAddress, type Endpoint, Failure, type FailureData, type Input, type Output } from 'stowage'
import * as v from 'valibot'

/** Access key and secret key of an account. */
export type KeyPair = { accessKey: string; secretKey: string }

/** Response of the console: its status, headers and text, and the text parsed if it is JSON. */
export type TestResponse = { status: number; headers: Headers; text: string; json: unknown }

/** Input of a call, optional if the call needs none. */
type InputOf<E> = {} extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

/** An account that is signed in to a console under test. */
export type TestAccount = KeyPair & {
  /** Makes a call of a contract, and parses its response with the schema. Throws `Failure`. */
  call<E extends Endpoint>(endpoint: E, ...input: InputOf<E>): Promise<Output<E>>
  /** Sends any request, as a page of the console would. A body other than a form is sent as JSON. */
  send(method: string, path: string, body?: unknown): Promise<TestResponse>
}

type Parts = {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

const createSend = (url: string): TestAccount['send'] => {
  const cookies = new Map<string, string>()
  return async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(method !== 'GET' && { origin: new URL(url).origin }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }
}

/** Body of an error response (docs/api.md). */
type ErrorBody = { message?: string; detailedMessage?: string; errorCode?: string } & FailureData

const failureOf = ({ status, text, json }: TestResponse): Failure => {
  const { message = text, detailedMessage, errorCode, field, missing, params } = (json ?? {}) as ErrorBody
  return new Failure(status, message, { detail: detailedMessage, code: errorCode, field, missing, params })
}

/** Sends one call of a contract and returns the response, whatever its status. */
export const sendCall = (account: Pick<TestAccount, 'send'>, { method, path }: Endpoint, input: Parts = {}) =>
  account.send(method, callAddress(path, input), input.body)

/** Signs an account in; without a pair, requests are sent without a session. Throws `Failure`. */
export const signIn = async (url: string, pair?: KeyPair): Promise<TestAccount> => {
  const send = createSend(url)
  const account: TestAccount = {
    ...(pair ?? { accessKey: '', secretKey: '' }),
    send,
    call: async (endpoint, ...[input]) => {
      const response = await sendCall(account, endpoint, input as Parts)
      if (response.status >= 400) throw failureOf(response)
      return (typeof endpoint.reply === 'object' ? v.parse(endpoint.reply, response.json) : undefined) as Output<
        typeof endpoint
      >
    },
  }
  if (!pair) return account
  const response = await send('POST', '/api/v1/login', pair)
  if (response.status >= 400) throw failureOf(response)
  return account
}
