import type { Action, Endpoint, Feed, Input } from '../../core/protocol/contract.ts'
import { core, live } from '../../core/protocol/calls.ts'
import { plugins } from './plugins-of-server.ts'

/** A request as the wire has it. */
export type SampleRequest = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

type Shape<Request> = {
  /** A request that is answered with success. */
  ask: Request
  /** Others that nobody may make without the rights either: those that change nothing, or go another way. */
  more?: readonly Request[]
  /** The rights that this request takes besides the call's own. */
  also?: readonly Action[]
  /** Where everyone may do with their own account what nobody may with another's. */
  self?: 'may'
  /** Where everyone may do it: the action whose Deny takes it away. */
  unless?: Action
  /** Where a session that is over may do it, too. */
  over?: 'may'
  /** Where success would be too much for the others: the test that has it. */
  done?: string
}

/** What the access test asks of one call. */
export type Sample = Shape<SampleRequest>

/**
 * A sample for each call of a contract. `sample-user` in it stands for an existing user, and likewise for every thing
 * that a `samples.ts` creates; `sample-new` stands for an unused name.
 */
export type Samples<Contract> = { readonly [Name in keyof Contract]: Shape<Input<Contract[Name]>> }

/** Asks as root, and gives the answer's text. Throws where it is an error. */
export type Ask = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<string>

/**
 * How a thing is made that samples name, and what is to be seen of it; `the('bucket')` names another one, which is made
 * first.
 */
export type Thing = {
  /** Creates the thing; returns `{ name }` if its name differs from the given one. */
  make(ask: Ask, name: string, the: (kind: string) => Promise<string>): Promise<unknown>
  look(ask: Ask, name: string, the: (kind: string) => Promise<string>): Promise<unknown>
}

/** What a plugin's `samples.ts` holds. */
export type SampleFile = { default: Readonly<Record<string, Sample>>; things?: Readonly<Record<string, Thing>> }

/** A call or feed with its plugin and sample; `sample` is undefined if it has none. */
export type Sampled = { owner: string; name: string; endpoint: Endpoint | Feed; sample: Sample | undefined }

const fileOf = async (owner: string): Promise<SampleFile | undefined> => {
  if (owner === 'core') return (await import('../core/samples.ts')) as SampleFile
  try {
    return (await import(`../../plugins/${owner}/test/samples.ts`)) as SampleFile
  } catch (error) {
    if (/not found in bundle/.test(String(error))) return undefined
    throw error
  }
}

/** Every call and feed of the console with its sample, core's own first, and all things that samples name. */
export const allSamples = async () => {
  const contracts = [
    {
      owner: 'core',
      routes: Object.entries({ ...core, live: live.session }).map(([name, endpoint]) => ({ name, endpoint })),
    },
    ...plugins.map(({ id, routes }) => ({ owner: id, routes })),
  ]
  const files = await Promise.all(
    contracts.map(async ({ owner, routes }) => ({ owner, routes, file: await fileOf(owner) })),
  )
  return {
    samples: files.flatMap(({ owner, routes, file }) =>
      routes.map(({ name, endpoint }): Sampled => ({ owner, name, endpoint, sample: file?.default[name] })),
    ),
    things: Object.assign({}, ...files.map(({ file }) => file?.things)) as Readonly<Record<string, Thing>>,
  }
}

/** All requests of a sample. */
export const askedOf = ({ ask, more = [] }: Sample): SampleRequest[] => [ask, ...more]

/** What to do about a call without a sample. */
export const missingSample = ({ owner, name }: Sampled) =>
  owner === 'core'
    ? `Core's call "${name}" has no sample: add one to test/core/samples.ts.`
    : `Plugin "${owner}": call "${name}" has no sample for the access test: add \`${name}: { ask: { … } }\` to plugins/${owner}/test/samples.ts.`
