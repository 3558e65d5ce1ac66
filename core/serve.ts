import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { Endpoint, Feed, Pages, PathName } from './contract.ts'

/** One file of a multipart upload. `size` is what the browser announced in the part's name, in bytes. */
export type FilePart = { size: number; filename: string; type: string; body: AsyncIterable<Uint8Array> }

/** A streamed answer: its status, headers and body, which is thrown away where the caller has it already (304). */
export type Bytes = { status: 200 | 206 | 304; headers: Record<string, string>; body: AsyncIterable<Uint8Array> }

/** What every handler is given: its plugin's port, acting as the caller, and who that is. */
export type Context<Port> = {
  backend: Port
  /** The name of the signed-in account. */
  account: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Fires when the caller has gone away. */
  signal: AbortSignal
  /**
   * Runs an attempt that only whoever knows the caller's password passes. Wrong ones (401, 403) are counted as sign-ins are,
   * and throw `Failure` 429 in the end.
   */
  prove<T>(attempt: () => Promise<T>): Promise<T>
  /** Signs the caller in again (after a password change) and sets the new session cookie. */
  signIn(pair: { accessKey: string; secretKey: string }): Promise<{ sessionId: string }>
}

/** A handler's argument: the context and the parsed parts of its endpoint. */
export type Call<E, Port> =
  E extends Omit<Endpoint<infer Path, infer Q, infer B>, 'method'>
    ? Context<Port> & {
        params: Record<PathName<Path>, string>
        query: Q extends GenericSchema ? InferOutput<Q> : undefined
        body: B extends GenericSchema ? InferOutput<B> : undefined
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
export type Route<Port> = { name: string; endpoint: Endpoint | Feed; handle: (call: Call<Endpoint, Port>) => unknown }

/** A plugin's server half. `Port` is what it needs from an engine (its `backend.ts`). */
export type ServerPlugin<Page extends string = string, Port = never> = {
  id: string
  pages: Pages<Page>
  routes: readonly Route<Port>[]
}

/** Joins a contract with its handlers: a missing handler or a reply of the wrong shape does not compile. */
export const serve = <const C extends Contract, Port>(contract: C, handlers: Handlers<C, Port>): Route<Port>[] =>
  Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    handle: handlers[name] as Route<Port>['handle'],
  }))
