import type { Group, GroupDetails, KeyPair, OthersAccount, Role, ServiceAccount, Status, User } from './contract.ts'

/** A new service account; missing keys are generated, an empty policy inherits the parent's permissions. */
export type NewAccount = AboutAccount & { policy: string; accessKey?: string; secretKey?: string }

/** Metadata of a service account; `expiry` in RFC 3339. Omitted fields stay empty or unchanged. */
export type AboutAccount = { name?: string | undefined; description?: string | undefined; expiry?: string | undefined }

/** A change of a service account: an empty policy inherits the parent's permissions, an empty expiry removes it. */
type AccountChange = AboutAccount & { status?: Status | undefined; policy?: string | undefined }

/**
 * Backend of identity, implemented per engine. Methods act as the signed-in caller and throw `Failure`: 403 without
 * permission, 404 for an unknown user, group or account, 409 for a taken name or a group that still has members.
 */
export type IdentityBackend = {
  /** All users except root, sorted by access key. */
  users(): Promise<User[]>
  /** One user; `hasPolicy` includes policies of groups. Users may always read themselves. */
  user(name: string): Promise<User>
  /**
   * Adds an enabled user and creates missing groups. 409 for a taken access key. 422 without a secret key, 501 with one
   * on storages that generate keys, or with a role on storages without roles.
   */
  addUser(user: {
    accessKey: string
    secretKey?: string | undefined
    groups: string[]
    policies: string[]
    role?: Role | undefined
  }): Promise<User>
  /** Sets the status and the role, if given, and replaces the user's groups; policies stay. */
  updateUser(name: string, change: { status: Status; groups: string[]; role?: Role | undefined }): Promise<User>
  /** Deletes the user with its service accounts and memberships. 403 for the caller's own user. */
  removeUser(name: string): Promise<void>
  /** Adds every user to every group; removes no member. */
  addToGroups(users: string[], groups: string[]): Promise<void>
  /**
   * Sets another user's password; a disabled user stays disabled. Ends the user's sessions, or returns `active` if the
   * engine does not let the caller end them.
   */
  setPassword(name: string, secretKey: string): Promise<'ended' | 'active'>
  /** Changes the caller's own password (403 if the current one is wrong), and ends all sessions of the account. */
  changePassword(current: string, next: string): Promise<void>
  groups(): Promise<string[]>
  group(name: string): Promise<Group>
  /** Details of the named groups in the same order; unknown groups are left out. */
  groupDetails(names: string[]): Promise<GroupDetails[]>
  /** Adds members, creating the group if it does not exist. */
  addGroup(name: string, members: string[]): Promise<void>
  /** Replaces the members, then sets the status. */
  updateGroup(name: string, change: { members: string[]; status: Status }): Promise<Group>
  /** Deletes an empty group; 409 if it still has members. */
  removeGroup(name: string): Promise<void>
  /** Replaces all policies attached to a user or group; 404 for an unknown policy, 409 for a disabled user. */
  setPolicy(entity: { type: 'user' | 'group'; name: string }, policies: string[]): Promise<void>
  /** A user's service accounts, sorted by access key; without `user`, the caller's own. */
  accounts(user?: string): Promise<ServiceAccount[]>
  /** Service accounts of all other users. */
  othersAccounts(): Promise<OthersAccount[]>
  /** Creates a service account for `user` or for the caller. 409 for a taken access key. */
  addAccount(account: NewAccount, user?: string): Promise<KeyPair>
  /** One account, and its inline policy if it has one. */
  account(accessKey: string): Promise<ServiceAccount & { document?: string }>
  /** Changes any service account; disabling it ends its sessions. */
  updateAccount(accessKey: string, change: AccountChange): Promise<void>
  removeAccount(accessKey: string): Promise<void>
  /** The server's own IAM export with all secrets, as a zip file; 501 if it has none. */
  archive(signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  /**
   * Imports the server's own IAM export; returns what failed. 400 for an invalid file, 501 if the server cannot import.
   */
  importArchive(archive: Uint8Array): Promise<string[]>
  /** Session duration in hours; 501 if the storage does not control it. */
  sessionLength(): Promise<number>
  setSessionLength(hours: number): Promise<void>
}
