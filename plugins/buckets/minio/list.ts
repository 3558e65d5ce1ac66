import * as v from 'valibot'
import { type Action, toRfc3339 } from 'stowage'
import { type Bucket, canManage } from '../contract.ts'
import { isVisible, isGrantedInBucket, namedBuckets, prefixesIn, type Evaluators } from 'stowage/iam'
import { type AccountBucket, entriesOf, type MinioRights } from 'stowage/engines/minio'
import type { BucketsBackend } from '../backend.ts'
import { toQuota } from './quota.ts'
import { withoutUncounted } from './uncounted.ts'
import { readUsageScanTime } from './usage-scan-time.ts'
import type { MinioAdapterContext } from 'stowage/server'
import { hasCode, type ListedBucket } from 'stowage/engines/s3'

/** Version counts include delete markers. */
const UsageCounts = v.object({
  bucketsUsageInfo: v.optional(entriesOf(v.object({ versionsCount: v.optional(v.number(), 0) }))),
})

/** With more buckets, versions are not counted: the response has several kB per bucket. */
const MAX_COUNTED = 500

const toBucket = ({ name, created, size, objects, access, details }: AccountBucket): Bucket => {
  const quota = details?.quota && toQuota(details.quota)
  return {
    name,
    creation_date: toRfc3339(created),
    size,
    objects,
    rw_access: access,
    details: {
      versioning: details?.versioning ?? false,
      versioningSuspended: details?.versioningSuspended ?? false,
      locking: details?.locking ?? false,
      replication: details?.replication ?? false,
      ...(quota && { quota }),
    },
  }
}

/** Permissions of the account on a bucket besides reading and writing objects. */
const managementOf = (evaluators: Evaluators, name: string) => {
  const isAllowed = (action: Action) => isGrantedInBucket(evaluators, name, action)
  return { manage: canManage(isAllowed), delete: isAllowed('s3:DeleteBucket') }
}

const countOf = (counts: ReadonlyMap<string, number>, { name }: AccountBucket) => {
  const versions = counts.get(name)
  return versions === undefined ? {} : { versions }
}

/**
 * The buckets that a caller may see, from three sources: the account info, with sizes but some seconds old; the S3
 * list, which is current; and buckets that policies name but neither contains because only a part is granted
 * (minio-server 3.8).
 */
export const createBucketList = (
  caller: MinioAdapterContext,
  settings: Pick<BucketsBackend, 'versioning' | 'locking' | 'quota'>,
) => {
  const { call, client } = caller

  /** A bucket that is too new for the account info; details that cannot be read are left out. */
  const readNewBucket = async ({ offers }: MinioRights, { Name, CreationDate }: ListedBucket): Promise<Bucket> => {
    const [versioning, locking, quota] = await Promise.all([
      settings.versioning(Name).catch(() => undefined),
      settings.locking(Name).catch(() => false),
      settings.quota(Name).catch(() => ({})),
    ])
    return {
      name: Name,
      creation_date: toRfc3339(CreationDate),
      size: 0,
      objects: 0,
      rw_access: { read: true, write: isVisible(offers, Name, 's3:PutObject') },
      details: {
        versioning: versioning?.status === 'Enabled',
        versioningSuspended: versioning?.status === 'Suspended',
        locking,
        ...(Object.keys(quota).length > 0 && { quota }),
      },
    }
  }

  /** Version counts of the last scan. Needs a separate permission, and is skipped if no bucket has versioning. */
  const readVersionCounts = async (rights: MinioRights): Promise<ReadonlyMap<string, number>> => {
    const versioned = rights.info.Buckets.filter(({ details }) => details?.versioning)
    if (versioned.length === 0 || rights.info.Buckets.length > MAX_COUNTED || !rights.mayGrant('admin:DataUsageInfo'))
      return new Map()
    // the list is shown even if the counts fail
    const all = await caller.admin
      .read(UsageCounts, { method: 'GET', name: 'datausageinfo' })
      .catch(() => ({ bucketsUsageInfo: [] }))
    const counts = new Map((all.bucketsUsageInfo ?? []).map(([name, { versionsCount }]) => [name, versionsCount]))
    return new Map(versioned.flatMap(({ name }) => (counts.has(name) ? [[name, counts.get(name) ?? 0]] : [])))
  }

  const isMissing = async (name: string, prefix: string) => {
    const probes = [
      { method: 'GET', path: `/${name}`, query: { 'list-type': 2, prefix, 'max-keys': 1 } },
      { method: 'HEAD', path: `/${name}/${prefix}probe` },
    ] as const
    const missing = await Promise.all(
      probes.map((probe) =>
        call(probe).then(
          () => false,
          (error: unknown) => hasCode(error, 'NoSuchBucket'),
        ),
      ),
    )
    return missing.includes(true)
  }

  /** A bucket that policies name; empty if they grant nothing in it or it does not exist. */
  const readNamedBucket = async ({ offers: evaluators }: MinioRights, name: string): Promise<Bucket[]> => {
    const may = (action: Action) => action.startsWith('s3:') && isGrantedInBucket(evaluators, name, action)
    const [read, write] = [may('s3:ListBucket') || may('s3:GetObject'), may('s3:PutObject')]
    if (!read && !write && !canManage(may)) return []
    if (await isMissing(name, prefixesIn(evaluators, name)[0] ?? '')) return []
    return [{ name, creation_date: '', rw_access: { read, write } }]
  }

  return async (): Promise<Bucket[]> => {
    const [rights, current] = await Promise.all([caller.rights(), caller.listBuckets()])
    const inAccountInfo = new Set(rights.info.Buckets.map(({ name }) => name))
    const present = new Set(current?.map(({ Name }) => Name))
    const isDeleted = ({ name, access }: AccountBucket) => current !== undefined && access.read && !present.has(name)
    const named = namedBuckets(rights.evaluators).filter(
      (name) => caller.paths.isBucket(name) && !inAccountInfo.has(name) && !present.has(name),
    )
    const [versions, scanned] = await Promise.all([
      readVersionCounts(rights),
      readUsageScanTime(caller).catch(() => 'unknown' as const),
    ])
    const more = await Promise.all([
      ...(current ?? [])
        .filter(({ Name }) => !inAccountInfo.has(Name))
        .map((bucket) => client.oneOfMany(() => readNewBucket(rights, bucket))),
      ...named.map((name) => client.oneOfMany(() => readNamedBucket(rights, name))),
    ])
    const buckets = [
      ...rights.info.Buckets.filter((bucket) => !isDeleted(bucket)).map((bucket) => ({
        ...toBucket(bucket),
        ...countOf(versions, bucket),
      })),
      ...more.flat(),
    ]
    return buckets
      .map((bucket) => ({
        ...withoutUncounted(bucket, scanned),
        permissions: managementOf(rights.offers, bucket.name),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }
}
