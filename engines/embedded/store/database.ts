import { stat } from 'node:fs/promises'
import { type Database, open, type RootDatabase } from 'lmdb'
import { Failure } from '../../../core/failure.ts'
import { causeOf } from '../../commit-error.ts'
import { createFeed } from '../../feed.ts'
import { StartError } from '../../start-error.ts'
import type { Checksums } from './checksums.ts'
import { faultOf } from './faults.ts'
import { damagedIndex, type Folder, indexFile } from './folder.ts'
import { blobKey } from './keys.ts'
import { type Owner, thisOwner } from './owner.ts'
import type {
  AccountRecord,
  Backlog,
  BucketRecord,
  ChangeRecord,
  GroupRecord,
  Happening,
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

/** The pair that owns the storage; its secret only as a hash. */
export type RootRecord = { accessKey: string; secret: string }

/** Where a session is kept. */
export type SessionKey = [account: string, hash: string]

/** Where an event waits: behind its target's id, in the order in which they came about. */
export type EventKey = [target: number, sequence: number]

/** The index of a data folder: who and what there is. Reading is direct, writing goes through `write`. */
export type Index = {
  root: Database<RootRecord, string>
  users: Database<UserRecord, string>
  groups: Database<GroupRecord, string>
  /** Documents as JSON text, by name; the built-in ones only where somebody changed them. */
  policies: Database<string, string>
  accounts: Database<AccountRecord, string>
  /** By account and the hash of the token; those of a Stowage before by the hash alone. */
  sessions: Database<SessionRecord, SessionKey | string>
  buckets: Database<BucketRecord, string>
  usage: Database<Usage, number>
  /** The last id that was given, by what it is for. */
  counters: Database<number, string>
  /** The version that readers get, by `objectKey`; a key that a delete marker hides is not here. */
  objects: Database<Version, Buffer>
  /** All other versions, by `versionKey`. */
  versions: Database<Version, Buffer>
  /** The name of every blob that a version has, with its checksums where it was stored with some. */
  blobs: Database<true | Checksums, Buffer>
  /** The names of blobs that no version has any more and whose files have still to be removed. */
  dropped: Database<true, Buffer>
  /** What the storage signs with, sealed with the folder's key, by what it is for. */
  secrets: Database<string, string>
  /** What events go to, by name. */
  targets: Database<TargetRecord, string>
  /** The events that wait, as JSON. */
  events: Database<string, EventKey>
  backlogs: Database<Backlog, number>
  /** Uploads in parts that are not finished, by `uploadKey`. */
  uploads: Database<UploadRecord, Buffer>
  /** Their parts that are stored, by `partKey`. */
  parts: Database<PartRecord, Buffer>
  /** What is set, by section and target (`audit_webhook:sink`), the default target being `_`. */
  settings: Database<SettingsRecord, string>
  /** What was saved of it, the latest last. */
  changes: Database<ChangeRecord, number>
  /** Records of the audit and log lines that wait for webhooks, and how much that is. */
  records: Database<string, EventKey>
  recordBacklogs: Database<Backlog, number>
  /** What plugins keep of the console's own, by name. */
  kept: Database<string, string>
  /** Whether whoever had the folder open before left no file behind that no version has. */
  tidy: boolean
  /**
   * Makes a change in one transaction: all of it, on disk, once this resolves, or nothing. Throws `Failure` 503, 507.
   */
  write<Result>(change: () => Result): Promise<Result>
  /** As `write`, on a full disk with the help of the reserve: for what lets people in, and lets them remove. */
  writeAnyway<Result>(change: () => Result): Promise<Result>
  /**
   * Takes the names of these blobs off `dropped`, with the next change: a commit of its own would cost as much as a
   * removal.
   */
  forget(names: readonly string[]): void
  /** Said in a change: those who `listen` are told once it is on disk. */
  ring(): void
  /** Calls the listener after every change that rang, until what comes back is called. */
  listen(listener: () => void): () => void
  /** Tells those who `hear` of it: said in a change once that is on disk, and else at once. */
  happened(happening: Happening): void
  /** Has everything told that happens to objects, until what comes back is called. */
  hear(tell: (happening: Happening) => void): () => void
  /** Copies the index as it is now into an empty folder. */
  copyTo(path: string): Promise<void>
  /** Throws `Failure` 503 where the folder has gone since it was opened. */
  assertThere(): Promise<void>
  /** `tidy` tells the next one whether it has to look for files that no version has. */
  close(tidy: boolean): Promise<void>
}

/** Whose the folder is, and how it was left. */
type State = { owner?: Owner; tidy: boolean }

/** Longer names nobody has, in bytes; the index could not even be asked for them. */
const MAX_NAME = 1024

/** The row of this name; nothing for a name that cannot be one. */
export const lookUp = <Value>(database: Database<Value, string>, name: string): Value | undefined =>
  name && Buffer.byteLength(name) <= MAX_NAME ? database.get(name) : undefined

type Environment = RootDatabase<unknown, string>

const openEnvironment = (folder: Folder): Environment => {
  try {
    // a transaction is whole on disk before it is told, and a failed one leaves no promise behind that nobody sees
    return open<unknown, string>({ path: folder.index, maxDbs: 32, overlappingSync: false, eventTurnBatching: false })
  } catch (error) {
    throw new StartError(`The index in ${folder.index} cannot be opened: ${(error as Error).message}`)
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
    kept: named<string>('kept'),
  }
}

/** Takes the folder for this process. Nobody can come between, since LMDB lets one process write at a time. */
const take = (state: Database<State, string>, path: string, isHeld: (owner: Owner) => boolean): boolean =>
  state.transactionSync(() => {
    const before = state.get('state') ?? { tidy: true }
    if (before.owner && isHeld(before.owner))
      throw new StartError(`${path} is in use by another Stowage (process ${before.owner.pid})`)
    void state.put('state', { owner: thisOwner(), tidy: false })
    return before.tidy
  })

/** What goes wrong while an index is opened, as a sentence that says what to do. */
export const startErrorOf = async (error: unknown, folder: Folder): Promise<unknown> => {
  if (error instanceof StartError) return error
  const fault = await faultOf(error, folder.path)
  if (fault instanceof Failure) return new StartError(`${fault.message}: ${fault.detail ?? folder.path}`)
  return damagedIndex(folder, (error as Error).message)
}

/** Opens the index for this process alone. Throws `StartError` where its owner still holds it. */
export const openIndex = async (
  folder: Folder,
  { reserve, isHeld }: { reserve: Reserve; isHeld: (owner: Owner) => boolean },
): Promise<Index> => {
  const environment = openEnvironment(folder)
  const file = indexFile(folder)

  const takeTables = async () => {
    const { state, ...tables } = openTables(environment)
    const tidy = take(state, folder.path, isHeld)
    return { state, tables, tidy, ino: (await stat(file)).ino }
  }
  const { state, tables, tidy, ino } = await takeTables()
    .catch(async (error: unknown) => {
      // on a full disk there is no room to write down whose the folder is
      if (error instanceof StartError || !(await reserve.release())) throw error
      return takeTables()
    })
    .catch(async (error: unknown) => {
      await environment.close()
      throw await startErrorOf(error, folder)
    })

  /** A folder that was moved away takes writes that nobody will ever find again. */
  const assertThere = async () => {
    const now = await stat(file).catch(() => undefined)
    if (now?.ino !== ino)
      throw new Failure(503, 'The data folder of the storage cannot be reached', { detail: `${file} is gone` })
  }

  const gone: string[] = []
  const listeners = new Set<() => void>()
  let rung = 0
  const hearing = createFeed<Happening>()
  let happenings: Happening[] | undefined
  const write = async <Result>(change: () => Result): Promise<Result> => {
    const forgotten = gone.splice(0)
    let rings = false
    const noted: Happening[] = []
    try {
      const result = await environment.childTransaction(() => {
        for (const name of forgotten) void tables.dropped.remove(blobKey(name))
        const before = rung
        happenings = noted
        try {
          return change()
        } finally {
          happenings = undefined
          rings = rung !== before
        }
      })
      await assertThere()
      for (const happening of noted) hearing.publish(happening)
      if (rings) for (const listener of listeners) listener()
      return result
    } catch (error) {
      gone.push(...forgotten)
      throw await faultOf(await causeOf(error), folder.path)
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
    forget: (names) => void gone.push(...names),
    ring: () => void (rung += 1),
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    happened: (happening) => {
      if (happenings) happenings.push(happening)
      else hearing.publish(happening)
    },
    hear: hearing.listen,
    copyTo: (path) => environment.backup(path, true),
    assertThere,
    close: async (tidily) => {
      // a folder that is gone needs no note
      await write(() => void state.put('state', { tidy: tidily })).catch(() => undefined)
      await environment.close()
    },
  }
}
