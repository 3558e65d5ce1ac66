import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { ClaimedSection, ConfigSection } from './config-section.ts'
import type { Endpoint, Feed, Pages, PathName } from './contract.ts'
import type { Failure } from './failure.ts'
import type { Feature } from './features.ts'
import type { InstalledPlugin } from './installed-plugin.ts'
import type { ConfigValues, PluginConfig } from './variables.ts'

/**
 * One file of a multipart upload. `size` is what the browser announced in the part's name, in bytes; `type` may be
 * empty.
 */
export type FilePart = { size: number; filename: string; type: string; body: AsyncIterable<Uint8Array> }

/** A streamed response: status, headers and body; for a 304 the body is discarded. */
export type Bytes = { status: 200 | 206 | 304; headers: Record<string, string>; body: AsyncIterable<Uint8Array> }

/** The same plugin on another server. `record` adds a change there to the audit log of that server. */
export type OtherServer<Port> = {
  server: string
  port: Port
  record(change: { name: string; bucket: string; object: string; bytes: number; details: object }): void
}

/** Argument of every handler: its plugin's port, acting as the caller, and the caller's identity. */
export type Context<Port> = {
  plugins: readonly InstalledPlugin[]
  backend: Port
  /** Name of the signed-in account; empty for calls without a session. */
  account: string
  /** Public URL of the console as used by the caller, for links back to it: `https://console.example/sub-path`. */
  home: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** The configuration sections that plugins own, also plugins that are off. */
  sections: readonly ClaimedSection[]
  /**
   * Runs an attempt that requires the caller's password. Wrong passwords (401, 403) are throttled like sign-ins, and
   * eventually throw `Failure` 429.
   */
  throttleAttempts<T>(attempt: () => Promise<T>): Promise<T>
  /**
   * The same plugin's port on another server of the console, acting as the account that the ticket belongs to
   * (`serverTicket`). Throws `Failure` 409 if the session there has ended.
   */
  otherServer(ticket: string): OtherServer<Port>
  /** Reports that the change takes effect after a restart of the storage. Accounts that may restart it are asked to. */
  needRestart(): void
  /** Signs the caller in again (after a password change) and sets the new session cookie. */
  signIn(keyPair: { accessKey: string; secretKey: string }): Promise<{ sessionId: string }>
}

/** Argument of a handler: the context and the parsed parts of its endpoint. */
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

export type Contract = Readonly<Record<string, Endpoint | Feed>>

type Handler<E, Port> = E extends Feed
  ? (call: Call<E, Port>) => AsyncIterable<InferInput<E['reply']>>
  : (call: Call<E, Port>) => Result<E> | Promise<Result<E>>

export type Handlers<C extends Contract, Port> = { [Name in keyof C]: Handler<C[Name], Port> }

/** An endpoint or feed and its handler. */
export type Route<Port> = {
  name: string
  endpoint: Endpoint | Feed
  // a method, because lists of routes do not know the type of their ports
  handle(call: Call<Endpoint, Port>): unknown
  /** Authorizes before the body is read. Throws `Failure` for unauthorized callers. */
  authorize?(context: Context<Port>): Promise<void>
}

/** Adapter contexts by engine name; each engine declares its own. */
export interface AdapterContexts {}

/**
 * Background work of an open storage. `features` are those that it adds to the storage's own. `stop` resolves when all
 * of it has ended.
 */
export type Background = { features?: readonly Feature[]; stop(): Promise<void> }

/**
 * What an engine exchanges with the adapter modules of plugins: the context of one caller, the context of background
 * work, and further exports that a module may have.
 */
type AdapterContext = { caller: unknown; background: unknown; exports: object }

/**
 * A plugin's port on one engine, acting as one caller, and its background work if it has any. Both get the values of
 * the plugin's variables.
 */
export type Adapter<K extends AdapterContext, Port, Values = object> = {
  default(context: K['caller'], config: Values): Port
  background?(context: K['background'], config: Values): Background
} & Partial<K['exports']>

/**
 * A plugin's adapters by engine name. An adapter is loaded only where its engine runs; without one the plugin is
 * disabled there.
 */
export type Adapters<Port, Values = object> = {
  readonly [Name in keyof AdapterContexts]?: () => Promise<Adapter<AdapterContexts[Name], Port, Values>>
}

/**
 * A console that this one proxies: its root as seen from here, the CA certificates (PEM) trusted instead of Node's, and
 * the credentials to enter.
 */
export type ProxiedConsole = {
  url: URL
  ca?: readonly string[] | undefined
  keyPair: { accessKey: string; secretKey: string }
  route?: ProxyRoute | undefined
}

/**
 * A proxy between this console and the proxied one (such as a Kubernetes API server) that needs its own request headers
 * and does not forward them.
 */
export type ProxyRoute = {
  headers: Readonly<Record<string, string>>
  /** Path that the proxy prepends in pages and redirects. */
  pathPrefix: string
  /** Scheme of the proxied console itself, from which it derives its own origin. */
  scheme: 'http:' | 'https:'
  /** Failure if a response comes from the proxy itself; `undefined` if it comes from the proxied console. */
  refusal(status: number, body: string): Failure | undefined
}

/**
 * Proxied consoles, each at an address such as `/api/proxy/:namespace/:tenant`, shown in a frame. Each has its own
 * origin, so that nothing in it acts as the account signed in here.
 */
export type ProxiedConsoles<Port> = {
  path: `/api/proxy/${string}`
  /** Throws `Failure` if the caller has no access. */
  find(call: { backend: Port; params: Readonly<Record<string, string>> }): Promise<ProxiedConsole>
}

/**
 * Server half of a plugin. `Port` is what it needs from an engine (its `backend.ts`); without adapters it needs
 * nothing.
 */
export type ServerPlugin<Page extends string = string, Port = unknown, Config extends PluginConfig = PluginConfig> = {
  id: string
  /** The plugin's own environment variables. */
  config?: Config
  /** Says why values contradict each other or the engine, in a sentence that names the variable. */
  configProblem?(values: ConfigValues<Config>, engine: string): string | undefined
  /** Ids of plugins that this one needs; it is off if one of them is. */
  requires?: readonly string[]
  pages: Pages<Page>
  /** Storage features without which a page is unavailable. */
  needs?: { readonly [Name in Page]?: Feature }
  /** Sections of the storage server's configuration that the plugin owns. */
  sections?: readonly ConfigSection[]
  routes: readonly Route<Port>[]
  proxiedConsoles?: ProxiedConsoles<Port>
  adapters?: Adapters<Port, ConfigValues<Config>>
}

/** Authorization checks by call name: they throw `Failure` before the body is read. */
type Authorizers<C extends Contract, Port> = { readonly [Name in keyof C]?: NonNullable<Route<Port>['authorize']> }

/**
 * Joins a contract with its handlers; a missing handler or a reply of the wrong shape does not compile. Calls
 * with an entry in `authorizers` are authorized before the body is read, and may therefore have large bodies.
 */
export const serve = <const C extends Contract, Port>(
  contract: C,
  handlers: Handlers<C, Port>,
  authorizers: Authorizers<C, Port> = {},
): Route<Port>[] =>
  Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    handle: handlers[name] as Route<Port>['handle'],
    ...(authorizers[name] && { authorize: authorizers[name] }),
  }))
