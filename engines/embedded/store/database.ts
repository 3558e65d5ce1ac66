import { stat } from 'node:fs/promises'
import { type Database, open, type RootDatabase } from 'lmdb'
import { Failure } from '../../../core/protocol/failure.ts'
import { causeOf } from '../../commit-error.ts'
import { createFeed } from '../../feed.ts'
import { StartError } from '../../start-error.ts'
import type { Checksums } from './checksums.ts'
import { toFailure } from './fs-errors.ts'
import { damagedIndex, type Folder, indexFile } from './folder.ts'
import { blobKey } from './keys.ts'
import { type Owner, currentOwner } from './file-owner.ts'
import type {
  AccountRecord,
  Backlog,
  BucketRecord,
  ChangeRecord,
  GroupRecord,
  ObjectEvent,
  PartRecord,
  SessionRecord,
  SettingsRecord,
  TargetRecord,
  UploadRecord,
  Usage,
  UserRecord,
  Version,
} from './records.ts'
import type { Reserve } from './reserve.ts'
import { dataFolderNotReachable, dataFolderInUseByProcess, indexNotOpened } from '../messages.ts'

/** Root key pair; the secret is stored as a hash. */
type RootRecord = { accessKey: string; secret: string }

export type SessionKey = [account: string, hash: string]

/** Orders events by target id, then by sequence. */
export type EventKey = [target: number, sequence: number]

/** Index of a data folder. Reads are direct; writes go through `write`. */
export type Index = {
  root: Database<RootRecord, string>
  users: Database<UserRecord, string>
  groups: Database<GroupRecord, string>
  /** JSON documents by name; built-in policies only if they were changed. */
  policies: Database<string, string>
  accounts: Database<AccountRecord, string>
  /** By account and token hash; in format 1 by the hash alone. */
  sessions: Database<SessionRecord, SessionKey | string>
  buckets: Database<BucketRecord, string>
  usage: Database<Usage, number>
  /** Last assigned id, by purpose. */
  counters: Database<number, string>
  /** Current version of each object, by `objectKey`; absent if a delete marker hides the object. */
  objects: Database<Version, Buffer>
  /** All other versions, by `versionKey`. */
  versions: Database<Version, Buffer>
  /** Names of all referenced blobs, with their checksums if they were stored with any. */
  blobs: Database<true | Checksums, Buffer>
  /** Names of unreferenced blobs whose files still have to be removed. */
  dropped: Database<true, Buffer>
  /** Signing secrets of the storage, encrypted with the folder's key, by purpose. */
  secrets: Database<string, string>
  targets: Database<TargetRecord, string>
  /** Queued events as JSON. */
  events: Database<string, EventKey>
  backlogs: Database<Backlog, number>
  uploads: Database<UploadRecord, Buffer>
  /** Stored parts of multipart uploads, by `partKey`. */
  parts: Database<PartRecord, Buffer>
  /** Settings by section and target (`audit_webhook:sink`); the default target is `_`. */
  settings: Database<SettingsRecord, string>
  /** History of settings changes, in order. */
  changes: Database<ChangeRecord, number>
  /** Audit records and log lines queued for webhooks, and the queue sizes. */
  records: Database<string, EventKey>
  recordBacklogs: Database<Backlog, number>
  /** The console's own data of plugins, by name. */
  pluginData: Database<string, string>
  /** Whether the previous owner closed the folder cleanly, without orphaned files. */
  tidy: boolean
  /** Runs a change in one transaction, durable and complete once this resolves. Throws `Failure` 503, 507. */
  write<Result>(change: () => Result): Promise<Result>
  /** As `write`, but uses the disk reserve if the disk is full: for signing in and deleting. */
  writeAnyway<Result>(change: () => Result): Promise<Result>
  /**
   * Removes blob names from `dropped` as part of the next change; a separate commit would cost as much as a removal.
   */
  forget(names: readonly string[]): void
  /** Called inside a change: notifies the listeners of `listen` after the commit. */
  notify(): void
  /** Calls the listener after every change that called `notify`; returns the function that unsubscribes. */
  listen(listener: () => void): () => void
  /** Emits an object event; inside a change, after the commit. */
  emitObjectEvent(event: ObjectEvent): void
  /** Subscribes to object events; returns the function that unsubscribes. */
  onObjectEvent(listener: (event: ObjectEvent) => void): () => void
  /** Copies the current index into an empty folder. */
  copyTo(path: string): Promise<void>
  /** Throws `Failure` 503 if the folder disappeared after it was opened. */
  assertFolderExists(): Promise<void>
  /** `tidy` records for the next start whether it has to look for orphaned files. */
  close(tidy: boolean): Promise<void>
}

/** Owner of the folder, and whether it was closed cleanly. */
type State = { owner?: Owner; tidy: boolean }

/** Limit for names in bytes; LMDB rejects longer keys. */
const MAX_NAME = 1024

/** The row of this name; `undefined` also for an invalid name. */
export const getByName = <Value>(database: Database<Value, string>, name: string): Value | undefined =>
  name && Buffer.byteLength(name) <= MAX_NAME ? database.get(name) : undefined

type Environment = RootDatabase<unknown, string>

const openEnvironment = (folder: Folder): Environment => {
  try {
    // report a transaction only once it is durable, and leave no unhandled rejection after a failed one
    return open<unknown, string>({ path: folder.index, maxDbs: 32, overlappingSync: false, eventTurnBatching: false })
  } catch (error) {
    throw new StartError(indexNotOpened(folder.index, (error as Error).message))
  }
}

const openTables = (environment: Environment) => {
  const named = <Value>(name: string) => environment.openDB<Value, string>({ name })
  const binary = <Value>(name: string) => environment.openDB<Value, Buffer>({ name, keyEncoding: 'binary' })
  return {
    state: named<State>('state'),
    root: named<RootRecord>('root'),
    users: named<UserRecord>('users'),
    groups: named<GroupRecord>('groups'),
    policies: named<string>('policies'),
    accounts: named<AccountRecord>('accounts'),
    sessions: environment.openDB<SessionRecord, SessionKey | string>({ name: 'sessions' }),
    buckets: named<BucketRecord>('buckets'),
    usage: environment.openDB<Usage, number>({ name: 'usage' }),
    counters: named<number>('counters'),
    objects: binary<Version>('objects'),
    versions: binary<Version>('versions'),
    blobs: binary<true | Checksums>('blobs'),
    dropped: binary<true>('dropped'),
    secrets: named<string>('secrets'),
    targets: named<TargetRecord>('targets'),
    events: environment.openDB<string, EventKey>({ name: 'events' }),
    backlogs: environment.openDB<Backlog, number>({ name: 'backlogs' }),
    uploads: binary<UploadRecord>('uploads'),
    parts: binary<PartRecord>('parts'),
    settings: named<SettingsRecord>('settings'),
    changes: environment.openDB<ChangeRecord, number>({ name: 'changes' }),
    records: environment.openDB<string, EventKey>({ name: 'records' }),
    recordBacklogs: environment.openDB<Backlog, number>({ name: 'recordBacklogs' }),
    // name of this database in existing data folders
    pluginData: named<string>('kept'),
  }
}

/** Claims the folder for this process. Race-free, since LMDB allows one writer process at a time. */
const claim = (state: Database<State, string>, path: string, isHeld: (owner: Owner) => boolean): boolean =>
  state.transactionSync(() => {
    const before = state.get('state') ?? { tidy: true }
    if (before.owner && isHeld(before.owner)) throw new StartError(dataFolderInUseByProcess(path, before.owner.pid))
    void state.put('state', { owner: currentOwner(), tidy: false })
    return before.tidy
  })

/** Converts an error from opening an index to a `StartError` that says what to do. */
export const startErrorOf = async (error: unknown, folder: Folder): Promise<unknown> => {
  if (error instanceof StartError) return error
  const fault = await toFailure(error, folder.path)
  if (fault instanceof Failure) return new StartError(`${fault.message}: ${fault.detail ?? folder.path}`)
  return damagedIndex(folder, (error as Error).message)
}

/** Opens the index exclusively. Throws `StartError` while its owner is still running. */
export const openIndex = async (
  folder: Folder,
  { reserve, isOwnerAlive }: { reserve: Reserve; isOwnerAlive: (owner: Owner) => boolean },
): Promise<Index> => {
  const environment = openEnvironment(folder)
  const file = indexFile(folder)

  const claimTables = async () => {
    const { state, ...tables } = openTables(environment)
    const tidy = claim(state, folder.path, isOwnerAlive)
    return { state, tables, tidy, ino: (await stat(file)).ino }
  }
  const { state, tables, tidy, ino } = await claimTables()
    .catch(async (error: unknown) => {
      // on a full disk there is no room to record the owner
      if (error instanceof StartError || !(await reserve.release())) throw error
      return claimTables()
    })
    .catch(async (error: unknown) => {
      await environment.close()
      throw await startErrorOf(error, folder)
    })

  /** Writes to a folder that was moved away would be lost. */
  const assertFolderExists = async () => {
    const now = await stat(file).catch(() => undefined)
    if (now?.ino !== ino) throw new Failure(503, dataFolderNotReachable, { detail: `${file} was removed` })
  }

  const removedNames: string[] = []
  const listeners = new Set<() => void>()
  let notifications = 0
  const objectEventFeed = createFeed<ObjectEvent>()
  let objectEvents: ObjectEvent[] | undefined
  const write = async <Result>(change: () => Result): Promise<Result> => {
    const forgotten = removedNames.splice(0)
    let isNotifying = false
    const pendingEvents: ObjectEvent[] = []
    try {
      const result = await environment.childTransaction(() => {
        for (const name of forgotten) void tables.dropped.remove(blobKey(name))
        const before = notifications
        objectEvents = pendingEvents
        try {
          return change()
        } finally {
          objectEvents = undefined
          isNotifying = notifications !== before
        }
      })
      await assertFolderExists()
      for (const event of pendingEvents) objectEventFeed.publish(event)
      if (isNotifying) for (const listener of listeners) listener()
      return result
    } catch (error) {
      removedNames.push(...forgotten)
      throw await toFailure(await causeOf(error), folder.path)
    }
  }

  return {
    ...tables,
    tidy,
    write,
    writeAnyway: async (change) => {
      try {
        return await write(change)
      } catch (error) {
        const isFull = error instanceof Failure && error.status === 507
        if (!isFull || !(await reserve.release())) throw error
        return write(change)
      }
    },
    forget: (names) => void removedNames.push(...names),
    notify: () => void (notifications += 1),
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emitObjectEvent: (event) => {
      if (objectEvents) objectEvents.push(event)
      else objectEventFeed.publish(event)
    },
    onObjectEvent: objectEventFeed.listen,
    copyTo: (path) => environment.backup(path, true),
    assertFolderExists,
    close: async (tidy) => {
      // a missing folder needs no record
      await write(() => void state.put('state', { tidy })).catch(() => undefined)
      await environment.close()
    },
  }
}
