import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { Endpoint, Feed, Pages, PathName } from './contract.ts'
import type { Failure } from './failure.ts'
import type { Feature } from './features.ts'

/**
 * One file of a multipart upload. `size` is what the browser announced in the part's name, in bytes; `type` may be
 * empty.
 */
export type FilePart = { size: number; filename: string; type: string; body: AsyncIterable<Uint8Array> }

/** A streamed answer: its status, headers and body, which is thrown away where the caller has it already (304). */
export type Bytes = { status: 200 | 206 | 304; headers: Record<string, string>; body: AsyncIterable<Uint8Array> }

/** What every handler is given: its plugin's port, acting as the caller, and who that is. */
export type Context<Port> = {
  backend: Port
  /** The name of the signed-in account; empty where a call takes none. */
  account: string
  /** The console as the caller calls it, for links that lead back to it: `https://console.example/sub-path`. */
  home: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Fires when the caller has gone away. */
  signal: AbortSignal
  /**
   * Runs an attempt that only whoever knows the caller's password passes. Wrong ones (401, 403) are counted as sign-ins
   * are, and throw `Failure` 429 in the end.
   */
  prove<T>(attempt: () => Promise<T>): Promise<T>
  /**
   * Says that what this call changed counts only after a restart of the storage: pages of those who may restart it
   * offer that.
   */
  needRestart(): void
  /** Signs the caller in again (after a password change) and sets the new session cookie. */
  signIn(pair: { accessKey: string; secretKey: string }): Promise<{ sessionId: string }>
}

/** A handler's argument: the context and the parsed parts of its endpoint. */
export type Call<E, Port> =
  E extends Omit<Endpoint<infer Path, infer Q, infer B>, 'method'>
    ? Context<Port> & {
        params: Record<PathName<Path>, string>
        query: Q extends GenericSchema ? InferOutput<Q> : undefined
        body: B extends GenericSchema ? InferOutput<B> : B extends 'text' ? string : undefined
        files: B extends 'files' ? AsyncIterable<FilePart> : undefined
      }
    : never

type Result<E> =
  E extends Endpoint<string, infer _Q, infer _B, infer R>
    ? R extends GenericSchema
      ? InferInput<R>
      : R extends 'bytes'
        ? Bytes
        : void
    : never

type Contract = Readonly<Record<string, Endpoint | Feed>>

type Handler<E, Port> = E extends Feed
  ? (call: Call<E, Port>) => AsyncIterable<InferInput<E['reply']>>
  : (call: Call<E, Port>) => Result<E> | Promise<Result<E>>

type Handlers<C extends Contract, Port> = { [Name in keyof C]: Handler<C[Name], Port> }

/** An endpoint or feed and what answers it. */
export type Route<Port> = {
  name: string
  endpoint: Endpoint | Feed
  // a method, since whoever lists routes knows nothing of their ports
  handle(call: Call<Endpoint, Port>): unknown
  /** Throws `Failure` for whoever is not to be listened to, before the body is read. */
  admit?(context: Context<Port>): Promise<void>
}

/** What each engine hands to adapters, by the engine's name; every engine adds its own. */
export interface Kits {}

/** What goes on in the background while a storage is open. `stop` resolves when nothing of it runs any more. */
export type Background = { stop(): Promise<void> }

/**
 * What an engine hands to adapters: to act in the name of `caller`, to work in the `background`, and what else it asks
 * of them.
 */
type Kit = { caller: unknown; background: unknown; asks: object }

/** A plugin's port on one engine, acting as one caller, and its work in the background where it has any. */
export type Adapter<K extends Kit, Port> = {
  default(kit: K['caller']): Port
  background?(kit: K['background']): Background
} & Partial<K['asks']>

/**
 * A plugin's adapters by the engine's name. One is loaded only where its engine runs; without it the plugin is off
 * there.
 */
export type Adapters<Port> = { readonly [Name in keyof Kits]?: () => Promise<Adapter<Kits[Name], Port>> }

/**
 * Another console that this one shows: its root as this one reaches it, the authorities to trust (PEM) in place of
 * Node's own, and what lets in.
 */
export type Guest = {
  url: URL
  ca?: readonly string[] | undefined
  pair: { accessKey: string; secretKey: string }
  via?: Via | undefined
}

/**
 * Somebody on the way to another console, below one of whose paths it is reached: he wants headers of his own with each
 * request, and gives none of them on.
 */
export type Via = {
  headers: Readonly<Record<string, string>>
  /** The path that he writes before those of the other console, in its pages and redirects. */
  below: string
  /** How the other console itself speaks, of which it reckons its own origin. */
  scheme: 'http:' | 'https:'
  /** What he says in his own name; nothing where it is the other console that speaks. */
  refusal(status: number, body: string): Failure | undefined
}

/**
 * Others' consoles, each at an address of this one such as `/api/proxy/:namespace/:tenant`, which a frame loads. Each
 * is shown on an origin of its own, so that nothing in it acts as whoever is signed in here.
 */
export type Guests<Port> = {
  path: `/api/proxy/${string}`
  /** Throws `Failure` where the caller may not enter. */
  find(call: { backend: Port; params: Readonly<Record<string, string>> }): Promise<Guest>
}

/**
 * A plugin's server half. `Port` is what it needs from an engine (its `backend.ts`); without adapters it needs nothing.
 */
export type ServerPlugin<Page extends string = string, Port = unknown> = {
  id: string
  pages: Pages<Page>
  /** What the storage must have for a page to be there at all. */
  needs?: { readonly [Name in Page]?: Feature }
  routes: readonly Route<Port>[]
  guests?: Guests<Port>
  adapters?: Adapters<Port>
}

/** By a call's name: throws `Failure` for whoever is not to be listened to. */
type Doors<C extends Contract, Port> = { readonly [Name in keyof C]?: NonNullable<Route<Port>['admit']> }

/**
 * Joins a contract with its handlers: a missing handler or a reply of the wrong shape does not compile. `doors` look
 * who calls before a body is read, which then may be large.
 */
export const serve = <const C extends Contract, Port>(
  contract: C,
  handlers: Handlers<C, Port>,
  doors: Doors<C, Port> = {},
): Route<Port>[] =>
  Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    handle: handlers[name] as Route<Port>['handle'],
    ...(doors[name] && { admit: doors[name] }),
  }))
