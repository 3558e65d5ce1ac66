import type { Action, Endpoint, Feed, Input } from '../../core/protocol/contract.ts'
import { core, coreFeeds } from '../../core/protocol/calls.ts'
import { plugins } from './plugins-of-server.ts'

/** A request before it is encoded. */
export type SampleRequest = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

type Shape<Request> = {
  /** A request that is answered with success. */
  request: Request
  /** Further requests that are refused without the rights, such as those that change nothing. */
  more?: readonly Request[]
  /** Rights that this request needs in addition to the call's own. */
  also?: readonly Action[]
  /** Set if everyone may call it for their own account, but not for another. */
  self?: 'may'
  /** If everyone may call it: the action whose Deny forbids it. */
  unless?: Action
  /** Set if an expired session may call it. */
  over?: 'may'
  /** If success would disturb other tests: the test that covers it. */
  done?: string
}

/** A sample for the access test of one call. */
export type Sample = Shape<SampleRequest>

/**
 * A sample for each call of a contract. `sample-user` in it stands for an existing user, and likewise for every fixture
 * of a `samples.ts`; `sample-new` stands for an unused name.
 */
export type Samples<Contract> = { readonly [Name in keyof Contract]: Shape<Input<Contract[Name]>> }

/** Sends a call as root and returns the text of its response. Throws for an error. */
export type SendCall = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<string>

/**
 * How to create and read an object that samples refer to. `the('bucket')` returns the name of another fixture, which is
 * created first.
 */
export type Fixture = {
  /** Returns `{ name }` if its name differs from the given one. */
  create(send: SendCall, name: string, the: (kind: string) => Promise<string>): Promise<unknown>
  read(send: SendCall, name: string, the: (kind: string) => Promise<string>): Promise<unknown>
}

/** Exports of a plugin's `samples.ts`. */
export type SampleFile = { default: Readonly<Record<string, Sample>>; fixtures?: Readonly<Record<string, Fixture>> }

/** A call or feed with its plugin and sample; `sample` is undefined if it has none. */
export type SampledCall = { owner: string; name: string; endpoint: Endpoint | Feed; sample: Sample | undefined }

const fileOf = async (owner: string): Promise<SampleFile | undefined> => {
  if (owner === 'core') return (await import('../core/samples.ts')) as SampleFile
  try {
    return (await import(`../../plugins/${owner}/test/samples.ts`)) as SampleFile
  } catch (error) {
    if (/not found in bundle/.test(String(error))) return undefined
    throw error
  }
}

/** Every call and feed of the console with its sample, core's first, and all fixtures. */
export const allSamples = async () => {
  const contracts = [
    {
      owner: 'core',
      routes: Object.entries({ ...core, live: coreFeeds.session }).map(([name, endpoint]) => ({ name, endpoint })),
    },
    ...plugins.map(({ id, routes }) => ({ owner: id, routes })),
  ]
  const files = await Promise.all(
    contracts.map(async ({ owner, routes }) => ({ owner, routes, file: await fileOf(owner) })),
  )
  return {
    samples: files.flatMap(({ owner, routes, file }) =>
      routes.map(({ name, endpoint }): SampledCall => ({ owner, name, endpoint, sample: file?.default[name] })),
    ),
    fixtures: Object.assign({}, ...files.map(({ file }) => file?.fixtures)) as Readonly<Record<string, Fixture>>,
  }
}

/** All requests of a sample. */
export const requestsOf = ({ request: first, more = [] }: Sample): SampleRequest[] => [first, ...more]

/** Error message for a call without a sample. */
export const missingSample = ({ owner, name }: SampledCall) =>
  owner === 'core'
    ? `Core's call "${name}" has no sample: add one to test/core/samples.ts.`
    : `Plugin "${owner}": call "${name}" has no sample for the access test: add \`${name}: { request: { … } }\` to plugins/${owner}/test/samples.ts.`
