import type { AuditEvent } from './lib/audit-event.ts'
import type { Action } from '../core/protocol/contract.ts'
import type { Feature } from '../core/protocol/features.ts'
import type { ServerPlugin } from '../core/protocol/serve.ts'
import type { Feed } from './feed.ts'
import type { PolicyDocument } from './iam/document.ts'

/**
 * Engine credentials of a session: everything needed to act as the account again. Stored only in the encrypted cookie.
 * `expires` is the absolute end in ms since 1970, `account` the name assigned by the engine; `rights` means that the
 * account had no permissions at sign-in: any other session ends when its account loses its last permission.
 */
export type Credentials = {
  account: string
  accessKey: string
  secretKey: string
  sessionToken: string
  expires: number
  rights?: 'none' | undefined
  /** Who manages the account's password if not its owner; as of sign-in. */
  password?: 'operator' | 'directory' | undefined
  /** Set if the storage was not writable at sign-in: the keys are then the account's own instead of temporary ones. */
  writes?: 'failed' | undefined
}

/** Tokens from an identity provider; the access token if the storage queries the provider's userinfo endpoint. */
export type IdTokens = { idToken: string; accessToken?: string }

/**
 * Permissions of an account by its policies, for one resource or for any. The key `docs/*` means something directly in
 * that folder, `docs/**` something anywhere below it.
 */
export type Permissions = {
  may(action: Action, on?: { bucket?: string; key?: string }): boolean
  mayAnywhere(action: Action): boolean
  /** Set if the policies cannot be read: everything is offered, and the storage refuses what is not allowed. */
  areUnknown?: true
}

/** The signed-in account and what the storage offers it. `password` is set if the owner cannot change it. */
export type Account = Pick<Credentials, 'password' | 'writes'> & {
  name: string
  features: readonly Feature[]
  permissions: Permissions
  /** Policies that apply: all attached ones combined, and that of a service account. Each document must allow. */
  documents: readonly PolicyDocument[]
  /** `none` if neither the account nor its groups have a policy, `unknown` if the storage does not report them. */
  rights?: 'none' | 'unknown' | undefined
  /** Permissions in one namespace, for engines that have namespaces. */
  within?(namespace: string): Promise<Permissions>
}

/**
 * Origin of a request, for policy conditions: `aws:SourceIp`, `aws:SecureTransport`, `aws:UserAgent`, `aws:Referer`.
 */
export type Origin = { address: string; secure: boolean; userAgent?: string; referer?: string; request?: string }

/** Log for events outside of any call. */
export type Log = Record<'info' | 'warn' | 'error', (about: object, text: string) => void>

/** Default log that discards everything. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }

export type PortOf<Port> = (credentials: Credentials, origin?: Origin) => Port

/** A storage backend. Every method throws `Failure`; 401 means that the session has ended. */
export type Engine = {
  readonly name: string
  /** `host:port` of the storage server for the login page; empty for the embedded engine. */
  readonly address: string
  /** Set for a demonstration: the tokens to sign in with. */
  readonly demonstration?: { readonly tokens: readonly string[] } | undefined
  /** Signs in with a key pair. Throws 401 `invalid Login` for any wrong one, 503 if the storage does not respond. */
  login(
    keyPair: { accessKey: string; secretKey: string; sessionToken?: string | undefined },
    origin?: Origin,
  ): Promise<Credentials>
  /** Whether users may sign in with temporary keys, which have a session token. */
  readonly acceptsSessionToken?: boolean
  /** Whether `login` also accepts names and passwords of an LDAP directory. */
  readonly ldap?: boolean
  /** Signs in with tokens of an identity provider, if supported. */
  loginWithIdToken?(tokens: IdTokens, origin?: Origin): Promise<Credentials>
  /**
   * Signs in to a cluster with a service account token. Engines with this method manage tenants instead of a storage.
   */
  loginWithToken?(token: string): Promise<Credentials>
  logout(credentials: Credentials, origin?: Origin): Promise<void>
  account(credentials: Credentials, origin?: Origin): Promise<Account>
  /**
   * Loads a plugin's adapter and starts its background work, once; `undefined` if the plugin has no adapter for this
   * engine. `values` are those of the plugin's variables, by default those of variables that are not set.
   */
  open<Port>(
    plugin: Pick<ServerPlugin<string, Port>, 'id' | 'adapters' | 'config'>,
    values?: Readonly<Record<string, unknown>>,
  ): Promise<PortOf<Port> | undefined>
  /** Software of the storage server and its version, if the account may see it. */
  version?(credentials: Credentials, origin?: Origin): Promise<string | undefined>
  readonly auditEvents?: Feed<AuditEvent>
  /** Restarts the storage and resolves when it responds again. */
  restart(credentials: Credentials, origin?: Origin): Promise<void>
  /** Resolves if the storage is reachable. */
  ready(): Promise<void>
  close(): Promise<void>
}
