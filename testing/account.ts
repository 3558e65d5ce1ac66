import { callAddress, type Endpoint, Failure, type FailureData, type Feed, type Input, type Output } from 'stowage'
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
  /**
   * Follows a feed of a contract until the loop over its messages is left, or `signal` aborts. Throws `Failure` if the
   * server refuses or ends it.
   */
  follow<E extends Feed>(feed: E, input: Input<E>, signal?: AbortSignal): AsyncIterable<v.InferOutput<E['reply']>>
}

type Parts = {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

/** Sends requests without a session, and with one after a request that signs in. */
export const createSession = (url: string) => {
  const cookies = new Map<string, string>()
  const cookie = () => (cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {})
  const send: TestAccount['send'] = async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(method !== 'GET' && { origin: new URL(url).origin }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...cookie(),
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
  const openFeed = (path: string, signal: AbortSignal) =>
    fetch(new URL(path, url), { headers: { accept: 'text/event-stream', ...cookie() }, signal })
  return { send, openFeed }
}

/** Body of an error response (docs/api.md). */
type ErrorBody = { message?: string; detailedMessage?: string; errorCode?: string } & FailureData

const failureOf = (status: number, json: unknown, text: string): Failure => {
  const { message = text, detailedMessage, errorCode, field, missing, params } = (json ?? {}) as ErrorBody
  return new Failure(status, message, { detail: detailedMessage, code: errorCode, field, missing, params })
}

/** Sends one call of a contract and returns the response, whatever its status. */
export const sendCall = (account: Pick<TestAccount, 'send'>, { method, path }: Endpoint, input: Parts = {}) =>
  account.send(method, callAddress(path, input), input.body)

/** Named event and data of a block of an event stream. */
const eventOf = (block: string) => {
  const fieldOf = (field: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${field}: `))
      ?.slice(field.length + 2)
  return { name: fieldOf('event'), data: fieldOf('data') }
}

/** Messages of a feed that the server sends as an event stream. */
async function* messagesOf<M extends v.GenericSchema>(
  open: (signal: AbortSignal) => Promise<Response>,
  message: M,
  signal?: AbortSignal,
): AsyncGenerator<v.InferOutput<M>> {
  const controller = new AbortController()
  try {
    const response = await open(signal ? AbortSignal.any([signal, controller.signal]) : controller.signal)
    if (!response.ok || !response.body)
      throw failureOf(response.status, await response.json().catch(() => undefined), 'The feed was refused')
    let text = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      for (const { name, data } of blocks.map(eventOf)) {
        if (data === undefined || name === 'lost') continue
        if (name !== 'end') yield v.parse(message, JSON.parse(data))
        else {
          const { code, reason, failure } = JSON.parse(data) as { code: number; reason: string; failure?: unknown }
          // the feed is complete
          if (code === 1000) return
          const [, status = '500', sentence = reason] = /^(\d{3}) (.*)$/s.exec(reason) ?? []
          throw failureOf(Number(status), failure, sentence)
        }
      }
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    controller.abort()
  }
}

/** Signs an account in; without a pair, requests are sent without a session. Throws `Failure`. */
export const signIn = async (url: string, pair?: KeyPair): Promise<TestAccount> => {
  const { send, openFeed } = createSession(url)
  const account: TestAccount = {
    ...(pair ?? { accessKey: '', secretKey: '' }),
    send,
    call: async (endpoint, ...[input]) => {
      const response = await sendCall(account, endpoint, input as Parts)
      if (response.status >= 400) throw failureOf(response.status, response.json, response.text)
      return (typeof endpoint.reply === 'object' ? v.parse(endpoint.reply, response.json) : undefined) as Output<
        typeof endpoint
      >
    },
    follow: ({ path, reply }, input, signal) =>
      messagesOf((closed) => openFeed(callAddress(path, input as Parts), closed), reply as v.GenericSchema, signal),
  }
  if (!pair) return account
  const response = await send('POST', '/api/v1/login', pair)
  if (response.status >= 400) throw failureOf(response.status, response.json, response.text)
  return account
}
