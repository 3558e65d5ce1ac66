import { open } from 'node:fs/promises'
import pMap from 'p-map'
import { StartError } from '../start-error.ts'
import { silentLog } from '../engine.ts'
import { verify } from './store/blob-reader.ts'
import { findMiscount, rowsOf } from './store/counts.ts'
import { type Index, openIndex } from './store/database.ts'
import { blobFile, type Folder, indexFile, openExistingFolder } from './store/folder.ts'
import { checkPages } from './store/index-pages.ts'
import { blobKey, keyOf, withoutOrder } from './store/keys.ts'
import { lockFolder } from '../lib/data-folder-lock.ts'
import type { BucketRecord, Version } from './store/records.ts'
import { noReserve } from './store/reserve.ts'
import { openStore } from './store/store.ts'
import { findOrphans, MAX_ORPHANS } from './store/orphan-files.ts'
import { openVault, type Vault } from './store/vault.ts'
import { hasBlob, usageOf } from './store/versions.ts'
import {
  stopBeforeCheck,
  orphanedFiles,
  recordedSizeWrong,
  fileOfVersionUnreadable,
  indexDoesNotNameFile,
} from './messages.ts'

/** Totals of a check, and its problems as sentences. */
export type CheckReport = {
  buckets: number
  versions: number
  bytes: number
  /** Versions stored without checksums: only their size could be checked. */
  withoutChecksums: number
  /** Encrypted versions in a folder without its key, such as a backup. Their checksums were verified. */
  sealed: number
  /** Orphaned files, which a crash may leave behind. */
  orphans: number
  problems: string[]
}

const CONCURRENT_FILES = 4

type Row = { where: string; version: Version }

const attempt = async (findings: CheckReport, where: string, work: () => Promise<void>) => {
  try {
    await work()
  } catch (error) {
    findings.problems.push(`${where}: ${(error as { detail?: string }).detail ?? (error as Error).message}`)
  }
}

/** All versions of a bucket that have content, in key order: current ones first, then older ones. */
function* versionsOf(index: Index, bucket: BucketRecord): Generator<Row> {
  for (const { key, value } of index.objects.getRange(rowsOf(bucket)))
    yield { where: `${bucket.name}/${keyOf(key)}`, version: value }
  for (const { key, value } of index.versions.getRange(rowsOf(bucket)))
    yield { where: `${bucket.name}/${keyOf(withoutOrder(key))} (version ${value.order})`, version: value }
}

const checkContent = async (
  folder: Folder,
  index: Index,
  vault: Vault | undefined,
  { version }: Row,
  findings: CheckReport,
) => {
  const { blob, size, cipher } = version
  if (!blob) return
  if (!hasBlob(index, blob)) throw new Error(indexDoesNotNameFile)
  const file = blobFile(folder, blob)
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' ? `its file ${file} is missing` : fileOfVersionUnreadable(file, error.message),
    )
  })
  const sums = index.blobs.get(blobKey(blob))
  if (sums === true) findings.withoutChecksums += 1
  const problem = await verify({ handle, size, sums: sums === true ? undefined : sums })
  if (problem) throw new Error(`${file}: ${problem}`)
  if (cipher && vault) await vault.decrypt(cipher, 0)
  else if (cipher) findings.sealed += 1
  findings.bytes += size
}

const checkBucket = async (
  folder: Folder,
  index: Index,
  vault: Vault | undefined,
  bucket: BucketRecord,
  findings: CheckReport,
) => {
  let size = 0
  const check = async ({ where, version }: Row) => {
    findings.versions += 1
    size += version.size
    await attempt(findings, where, () => checkContent(folder, index, vault, { where, version }, findings))
  }
  await attempt(findings, `bucket "${bucket.name}"`, async () => {
    await pMap(versionsOf(index, bucket), check, { concurrency: CONCURRENT_FILES })
    const counted = usageOf(index, bucket).size
    if (counted !== size) throw new Error(recordedSizeWrong(counted, size))
  })
}

const checkIndex = async (folder: Folder, findings: CheckReport) => {
  const index = await openIndex(folder, { reserve: noReserve, isOwnerAlive: () => false })
  try {
    const counts = findMiscount(index)
    if (counts) findings.problems.push(counts)
    const opened = openVault(folder)
    const vault = (await opened.isKeyMissing()) ? undefined : opened
    for (const { value: bucket } of index.buckets.getRange()) {
      findings.buckets += 1
      await checkBucket(folder, index, vault, bucket, findings)
    }
    const isKnown = (name: string) => hasBlob(index, name) || index.dropped.doesExist(blobKey(name))
    findings.orphans = (await findOrphans(folder, isKnown))?.length ?? 0
    if (findings.orphans > MAX_ORPHANS) findings.problems.push(orphanedFiles(findings.orphans))
  } finally {
    await index.close(index.tidy)
  }
}

/**
 * Verifies a data folder that is not in use, without changing it. Throws `StartError` if it is in use or not a data
 * folder.
 */
export const checkFolder = async (path: string): Promise<CheckReport> => {
  const folder = await openExistingFolder(path)
  const findings: CheckReport = {
    buckets: 0,
    versions: 0,
    bytes: 0,
    withoutChecksums: 0,
    sealed: 0,
    orphans: 0,
    problems: [],
  }
  const lock = await lockFolder(path, { lockTimeout: 0, log: silentLog }).catch((error: unknown) => {
    if (error instanceof StartError) throw new StartError(stopBeforeCheck(error.message))
    throw error
  })
  try {
    const { problem } = checkPages(indexFile(folder))
    if (problem) findings.problems.push(`${indexFile(folder)}: ${problem}`)
    else await attempt(findings, indexFile(folder), () => checkIndex(folder, findings))
    return findings
  } finally {
    await lock?.release()
  }
}

/**
 * Repairs a data folder: recounts all buckets and moves orphaned files to `lost`. Throws `StartError` if it is in use
 * or not a data folder.
 */
export const acceptFolder = async (path: string): Promise<void> => {
  await openExistingFolder(path)
  const store = await openStore(path, { lockTimeout: 0, mismatch: 'accepted' })
  await store.close()
}
