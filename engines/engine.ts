import type { Action } from '../core/contract.ts'
import type { BucketsBackend } from '../plugins/buckets/backend.ts'
import type { DashboardBackend } from '../plugins/dashboard/backend.ts'
import type { IdentityBackend } from '../plugins/identity/backend.ts'
import type { ObjectsBackend } from '../plugins/object-browser/backend.ts'
import type { PoliciesBackend } from '../plugins/policies/backend.ts'
import type { TraceBackend } from '../plugins/trace/backend.ts'

/** One port per plugin, under the plugin's id: the engine acting as one signed-in caller. */
export type Backend = {
  identity: IdentityBackend
  policies: PoliciesBackend
  buckets: BucketsBackend
  'object-browser': ObjectsBackend
  dashboard: DashboardBackend
  trace: TraceBackend
}

/**
 * What a session is to an engine: all that is needed to act as the account again. It lives only in the encrypted cookie.
 * `expires` is the absolute end in ms since 1970, `account` the name that the engine gave whoever signed in; `rights` says
 * that the account had none at sign-in: any other session ends when its account has lost its last right.
 */
export type Credentials = {
  account: string
  accessKey: string
  secretKey: string
  sessionToken: string
  expires: number
  rights?: 'none' | undefined
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

/** The signed-in account. `distributed` tells whether the storage is erasure-coded. */
export type Account = { name: string; distributed: boolean; permissions: Permissions }

/** Where a request comes from, for policies that ask for it (`aws:SourceIp`, `aws:SecureTransport`). */
export type Origin = { address: string; secure: boolean }

/** A storage that the console can stand on. Every method throws `Failure`; 401 means that the session is no more. */
export type Engine = {
  /** The storage server's `host:port` for the login page; empty for the embedded engine. */
  readonly address: string
  /** Signs in with a pair; 401 `invalid Login` for whatever is wrong with it, 503 where the storage does not answer. */
  login(pair: { accessKey: string; secretKey: string }): Promise<Credentials>
  /** Signs in with an identity provider's tokens, where the engine can. */
  loginWithIdToken?(tokens: IdTokens): Promise<Credentials>
  /** Ends the session at the engine. */
  logout(credentials: Credentials): Promise<void>
  account(credentials: Credentials, origin?: Origin): Promise<Account>
  as(credentials: Credentials, origin?: Origin): Backend
  /** Restarts the storage and resolves when it answers again. */
  restart(credentials: Credentials): Promise<void>
  /** Resolves while the storage answers. */
  ready(): Promise<void>
  close(): Promise<void>
}
