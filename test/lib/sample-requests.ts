import type { Endpoint, Feed, Input } from '../../core/protocol/contract.ts'
import type { Send } from '../server/host.ts'
import type { SendCall, SampleRequest, Fixture } from './samples.ts'

const form = { 'content-type': 'multipart/form-data; boundary=xyz' }
const file = '--xyz\r\ncontent-disposition: form-data; name="1"; filename="a"\r\n\r\nx\r\n--xyz--\r\n'

/** The address of a request. */
export const urlOf = ({ path }: Endpoint | Feed, { params = {}, query = {} }: SampleRequest) => {
  const pathname = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return pathname + (search && `?${search}`)
}

/** Sends a request with `send`. A form has one file of one byte. */
export const sendSample = (send: Send, endpoint: Endpoint, request: SampleRequest) =>
  endpoint.body === 'files'
    ? send(endpoint.method, urlOf(endpoint, request), file, form)
    : send(endpoint.method, urlOf(endpoint, request), request.body)

/** Calls with `send`, and throws if the response is an error. */
export const createAsk =
  (send: Send): SendCall =>
  async <E extends Endpoint>(endpoint: E, input: Input<E>) => {
    const response = await sendSample(send, endpoint, input as object)
    if (response.statusCode >= 300)
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${response.statusCode}: ${response.payload}`)
    return response.payload
  }

/** The kinds of fixtures that a request names, including `new`. */
export const kindsIn = (request: SampleRequest) =>
  new Set([...JSON.stringify(request).matchAll(/sample-([a-z]+)/g)].map(([, kind = '']) => kind))

/** A request with the placeholders replaced by names. */
export const fillNames = (request: SampleRequest, names: ReadonlyMap<string, string>) =>
  JSON.parse(
    JSON.stringify(request).replace(/sample-([a-z]+)/g, (_, kind: string) => names.get(kind) ?? `no-${kind}`),
  ) as SampleRequest

/** An unused name of the same form. */
export const absentName = (name: string) => (name.startsWith('q') ? 'r' : 'q') + name.slice(1)

let made = 0

/** Creates separate fixtures, each when a request first names it. */
export const createFixtures = (sendCall: SendCall, fixtures: Readonly<Record<string, Fixture>>) => {
  const mark = `x${process.pid.toString(36)}-${++made}`
  const names = new Map<string, string>()
  const kinds: string[] = []

  const the = async (kind: string): Promise<string> => {
    const known = names.get(kind)
    if (known !== undefined) return known
    const name = `${mark}-${kind}`
    const fixture = fixtures[kind]
    if (kind !== 'new' && !fixture)
      throw new Error(`A sample names "sample-${kind}", but no samples.ts makes a thing called "${kind}"`)
    const own = await fixture?.create(sendCall, name, the)
    const called = typeof own === 'object' && own !== null && 'name' in own ? String(own.name) : name
    names.set(kind, called)
    if (fixture) kinds.push(kind)
    return called
  }

  return {
    names,
    /** Creates the fixtures that the requests name. */
    make: async (requests: readonly SampleRequest[]) => {
      for (const request of requests) for (const kind of kindsIn(request)) await the(kind)
    },
    /** Returns the state of all fixtures; each request is sent only once. */
    readStates: async () => {
      const responses = new Map<string, Promise<string>>()
      const askOnce: SendCall = (endpoint, input) => {
        const question = JSON.stringify([endpoint.method, endpoint.path, input])
        const response = responses.get(question) ?? sendCall(endpoint, input)
        responses.set(question, response)
        return response
      }
      const seen = await Promise.all(
        kinds.map(async (kind) => [kind, await fixtures[kind]?.read(askOnce, names.get(kind) ?? '', the)]),
      )
      return JSON.stringify(seen, null, 1)
    },
  }
}
