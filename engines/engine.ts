import type { Act } from '../core/act.ts'
import type { Action } from '../core/contract.ts'
import type { Feature } from '../core/features.ts'
import type { ServerPlugin } from '../core/serve.ts'
import type { Feed } from './feed.ts'
import type { PolicyDocument } from './policy/document.ts'

/**
 * What a session is to an engine: all that is needed to act as the account again. It lives only in the encrypted
 * cookie. `expires` is the absolute end in ms since 1970, `account` the name that the engine gave whoever signed in;
 * `rights` says that the account had none at sign-in: any other session ends when its account has lost its last right.
 */
export type Credentials = {
  account: string
  accessKey: string
  secretKey: string
  sessionToken: string
  expires: number
  rights?: 'none' | undefined
  /** Who else than the owner keeps the account's password, as it was at sign-in. */
  password?: 'operator' | 'directory' | undefined
  /** That the storage could not write at sign-in: the keys are the account's own then, and not temporary ones. */
  writes?: 'failed' | undefined
}

/** What an identity provider gave for who signed in; the access token where the storage asks the provider for more. */
export type IdTokens = { idToken: string; accessToken?: string }

/**
 * What an account may do, by its policies: for one resource, or for some resource at least. A key `docs/*` asks for
 * something directly in that folder, `docs/**` for something anywhere below it.
 */
export type Permissions = {
  may(action: Action, on?: { bucket?: string; key?: string }): boolean
  mayAnywhere(action: Action): boolean
}

/** The signed-in account, and what the storage has to offer to it; `password` where it is not the owner's to change. */
export type Account = Pick<Credentials, 'password' | 'writes'> & {
  name: string
  features: readonly Feature[]
  permissions: Permissions
  /**
   * What it is judged by: its policies together, and of a service account the one that restricts it. All have to allow.
   */
  documents: readonly PolicyDocument[]
  /** That no policy at all is attached to it, or to a group of it. */
  rights?: 'none' | undefined
  /** What is granted in one namespace, where rights are told so. */
  within?(namespace: string): Promise<Permissions>
}

/**
 * Where a request comes from, for policies that ask for it: `aws:SourceIp`, `aws:SecureTransport`, `aws:UserAgent`,
 * `aws:Referer`.
 */
export type Origin = { address: string; secure: boolean; userAgent?: string; referer?: string; request?: string }

/** Where an engine tells of what nobody who calls would hear of. */
export type Log = Record<'info' | 'warn' | 'error', (about: object, text: string) => void>

/** Where nobody has said where to tell of things. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** A plugin's port in the name of one signed-in account. */
export type PortOf<Port> = (credentials: Credentials, origin?: Origin) => Port

/** A storage that the console can stand on. Every method throws `Failure`; 401 means that the session is no more. */
export type Engine = {
  readonly name: string
  /** The storage server's `host:port` for the login page; empty for the embedded engine. */
  readonly address: string
  /** Of an engine that only shows how things are: with what people sign in to look at it. */
  readonly demonstration?: { readonly tokens: readonly string[] } | undefined
  /** Signs in with a pair; 401 `invalid Login` for whatever is wrong with it, 503 where the storage does not answer. */
  login(pair: { accessKey: string; secretKey: string }, origin?: Origin): Promise<Credentials>
  /** Signs in with an identity provider's tokens, where the engine can. */
  loginWithIdToken?(tokens: IdTokens, origin?: Origin): Promise<Credentials>
  /** Signs in to a cluster with a token of its; an engine that can manages tenants and not a storage. */
  loginWithToken?(token: string): Promise<Credentials>
  /** Ends the session at the engine. */
  logout(credentials: Credentials, origin?: Origin): Promise<void>
  account(credentials: Credentials, origin?: Origin): Promise<Account>
  /**
   * Loads a plugin's adapter and begins its work in the background, once; nothing where the plugin has none for this
   * engine.
   */
  open<Port>(plugin: Pick<ServerPlugin<string, Port>, 'id' | 'adapters'>): Promise<PortOf<Port> | undefined>
  /** What is done with this console, for whoever keeps a book of it. */
  readonly acts?: Feed<Act>
  /** Restarts the storage and resolves when it answers again. */
  restart(credentials: Credentials, origin?: Origin): Promise<void>
  /** Resolves while the storage answers. */
  ready(): Promise<void>
  close(): Promise<void>
}
