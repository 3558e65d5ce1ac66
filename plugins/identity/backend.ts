import type { Group, GroupDetails, KeyPair, OthersAccount, ServiceAccount, Status, User } from './contract.ts'

/** What a new service account is made of; keys left out are generated, an empty policy inherits the parent's rights. */
export type NewAccount = AboutAccount & { policy: string; accessKey?: string; secretKey?: string }

/** What is said of a service account; `expiry` in RFC 3339. What is left out is not said, or stays as it is. */
export type AboutAccount = { name?: string | undefined; description?: string | undefined; expiry?: string | undefined }

/** A change of a service account: an empty policy inherits the parent's rights, an empty expiry is no end. */
export type AccountChange = AboutAccount & { status?: Status | undefined; policy?: string | undefined }

/**
 * What identity needs from an engine. Everything acts as the signed-in caller and throws `Failure`: 403 where the
 * caller may not, 404 for an unknown user, group or account, 409 for a name that is taken or a group that still has
 * members.
 */
export type IdentityBackend = {
  /** All users but root, sorted by access key. */
  users(): Promise<User[]>
  /** One user, with `hasPolicy` counting the groups' policies; a user may always read itself. */
  user(name: string): Promise<User>
  /** Adds an enabled user; groups that do not exist yet are made. 409 when the access key is in use. */
  addUser(user: { accessKey: string; secretKey: string; groups: string[]; policies: string[] }): Promise<User>
  /** Sets the status and makes the user's groups equal to `groups`; its policies stay. */
  updateUser(name: string, change: { status: Status; groups: string[] }): Promise<User>
  /** Removes the user with its service accounts and memberships. 403 for the caller's own. */
  removeUser(name: string): Promise<void>
  /** Adds every user to every group, taking nobody out. */
  addToGroups(users: string[], groups: string[]): Promise<void>
  /**
   * Sets another user's password; a disabled user stays disabled. The user's sessions end, or are `kept` where the
   * engine lets the caller do the one and not the other.
   */
  setPassword(name: string, secretKey: string): Promise<'ended' | 'kept'>
  /**
   * Sets the caller's own password, proved with the current one (403 when it is wrong); ends all sessions of the
   * account.
   */
  changePassword(current: string, next: string): Promise<void>
  groups(): Promise<string[]>
  group(name: string): Promise<Group>
  /** Those of the named groups that there are, in the same order. */
  groupDetails(names: string[]): Promise<GroupDetails[]>
  /** Adds members, making the group where it does not exist. */
  addGroup(name: string, members: string[]): Promise<void>
  /** Makes the members equal to the list, then sets the status. */
  updateGroup(name: string, change: { members: string[]; status: Status }): Promise<Group>
  /** Removes an empty group; 409 when it still has members. */
  removeGroup(name: string): Promise<void>
  /**
   * Replaces the whole set of policies attached to a user or group; 404 for a policy that does not exist, 409 for a
   * disabled user.
   */
  setPolicy(entity: { type: 'user' | 'group'; name: string }, policies: string[]): Promise<void>
  /** A user's service accounts, sorted by access key; the caller's own without `user`. */
  accounts(user?: string): Promise<ServiceAccount[]>
  /** The service accounts of everybody but the caller. */
  othersAccounts(): Promise<OthersAccount[]>
  /** Makes a service account for `user`, or for the caller. 409 when the access key is in use. */
  addAccount(account: NewAccount, user?: string): Promise<KeyPair>
  /** One account, with the text of the policy that restricts it, if one does. */
  account(accessKey: string): Promise<ServiceAccount & { document?: string }>
  /** Changes an account of whomever; a disabled one signs nobody in, and its sessions end. */
  updateAccount(accessKey: string, change: AccountChange): Promise<void>
  removeAccount(accessKey: string): Promise<void>
  /** The server's own export of its accounts, secrets and all, as a zip file; 501 where it has none. */
  archive(signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  /**
   * Has the server import its own export; tells what of it could not be. 400 for what is none, 501 where there is no
   * import.
   */
  importArchive(archive: Uint8Array): Promise<string[]>
  /** How long sessions last, in hours; 501 where that is not the storage's to say. */
  sessionLength(): Promise<number>
  setSessionLength(hours: number): Promise<void>
}
