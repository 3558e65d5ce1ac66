import { stat } from 'node:fs/promises'
import { type Database, open } from 'lmdb'
import { Failure } from '../../../core/failure.ts'
import { StartError } from '../../start-error.ts'
import { faultOf } from './faults.ts'
import { type Folder, indexFile } from './folder.ts'
import { isAlive, type Owner, thisOwner } from './owner.ts'
import type { AccountRecord, BucketRecord, GroupRecord, SessionRecord, Usage, UserRecord, Version } from './records.ts'

/** The pair that owns the storage; its secret only as a hash. */
export type RootRecord = { accessKey: string; secret: string }

/** The index of a data folder: who and what there is. Reading is direct, writing goes through `write`. */
export type Index = {
  root: Database<RootRecord, string>
  users: Database<UserRecord, string>
  groups: Database<GroupRecord, string>
  /** Documents as JSON text, by name; the built-in ones only where somebody changed them. */
  policies: Database<string, string>
  accounts: Database<AccountRecord, string>
  sessions: Database<SessionRecord, string>
  buckets: Database<BucketRecord, string>
  usage: Database<Usage, number>
  /** The last id that was given, by what it is for. */
  counters: Database<number, string>
  /** The version that readers get, by `objectKey`; a key that a delete marker hides is not here. */
  objects: Database<Version, Buffer>
  /** All other versions, by `versionKey`. */
  versions: Database<Version, Buffer>
  /** The name of every blob that a version has. */
  blobs: Database<true, Buffer>
  /** Whether whoever had the folder open before left no file behind that no version has. */
  tidy: boolean
  /** Makes a change in one transaction: all of it, on disk, once this resolves, or nothing. Throws `Failure` 503, 507. */
  write<Result>(change: () => Result): Promise<Result>
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

const openEnvironment = (folder: Folder) => {
  try {
    // a transaction is whole on disk before it is told, and a failed one leaves no promise behind that nobody sees
    return open<unknown, string>({ path: folder.index, maxDbs: 16, overlappingSync: false, eventTurnBatching: false })
  } catch (error) {
    throw new StartError(`The index in ${folder.index} cannot be opened: ${(error as Error).message}`)
  }
}

/** Takes the folder for this process. Nobody can come between, since LMDB lets one process write at a time. */
const take = (state: Database<State, string>, path: string): boolean =>
  state.transactionSync(() => {
    const before = state.get('state') ?? { tidy: true }
    if (before.owner && isAlive(before.owner))
      throw new StartError(`${path} is in use by another Stowage (process ${before.owner.pid})`)
    void state.put('state', { owner: thisOwner(), tidy: false })
    return before.tidy
  })

/** Opens the index for this process alone. Throws `StartError` while another one has it. */
export const openIndex = async (folder: Folder): Promise<Index> => {
  const environment = openEnvironment(folder)
  const named = <Value>(name: string) => environment.openDB<Value, string>({ name })
  const binary = <Value>(name: string) => environment.openDB<Value, Buffer>({ name, keyEncoding: 'binary' })
  const state = named<State>('state')
  const file = indexFile(folder)

  const giveUp = async (error: unknown): Promise<never> => {
    await environment.close()
    throw error
  }
  let tidy: boolean
  try {
    tidy = take(state, folder.path)
  } catch (error) {
    return giveUp(error)
  }
  const { ino } = await stat(file)

  /** A folder that was moved away takes writes that nobody will ever find again. */
  const assertThere = async () => {
    const now = await stat(file).catch(() => undefined)
    if (now?.ino !== ino) throw new Failure(503, 'The data folder of the storage cannot be reached', `${file} is gone`)
  }

  const write = async <Result>(change: () => Result): Promise<Result> => {
    try {
      const result = await environment.childTransaction(change)
      await assertThere()
      return result
    } catch (error) {
      const { commitError } = error as { commitError?: Promise<unknown> }
      const cause = await commitError?.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      throw await faultOf(cause ?? error, folder.path)
    }
  }

  return {
    root: named('root'),
    users: named('users'),
    groups: named('groups'),
    policies: named('policies'),
    accounts: named('accounts'),
    sessions: named('sessions'),
    buckets: named('buckets'),
    usage: environment.openDB<Usage, number>({ name: 'usage' }),
    counters: named('counters'),
    objects: binary('objects'),
    versions: binary('versions'),
    blobs: binary('blobs'),
    tidy,
    write,
    assertThere,
    close: async (tidily) => {
      // a folder that is gone needs no note
      await write(() => void state.put('state', { tidy: tidily })).catch(() => undefined)
      await environment.close()
    },
  }
}
