import { useCall, useMissingFeature } from 'stowage/web'
import { buckets } from 'stowage/plugins/buckets'
import { objects } from '../../contract.ts'
import { restorabilityOf } from '../deleted.ts'
import * as messages from '../../messages.ts'

/** Loads one version. Without permission to read it, falls back to what the folder's listing contains. */
export const useObject = (bucket: string, path: string, version: string) => {
  const params = { bucket }
  const info = useCall(objects.info, { params, query: { prefix: path, version_id: version } })
  const refused = info.error?.status === 403 && !version
  const listing = { params, query: { prefix: path, limit: '1', with_metadata: 'true' } }
  const folderListing = useCall(objects.list, listing, { when: refused })
  // in key order, the key itself precedes longer keys with the same prefix
  const first = folderListing.data?.objects.find(({ name }) => name === path)
  const missing = info.error?.status === 404 || (refused && folderListing.data && !first) ? info.error : undefined
  return {
    item: missing ? undefined : (info.data ?? (refused ? first : undefined)),
    known: info.data ? ('all' as const) : ('part' as const),
    missing,
    error: refused ? folderListing.error : missing ? undefined : info.error,
    loading: info.loading || folderListing.loading,
    reload: async () => {
      await info.reload()
      if (refused) await folderListing.reload()
    },
  }
}

/** Why nothing in the bucket can be locked. */
export type Unlockable = string | false

/**
 * Why objects of the bucket cannot be locked; `false` if they can, or if the account may not read the configuration.
 */
export const useUnlockable = (bucket: string, versioned: boolean | undefined): Unlockable => {
  const lockless = useMissingFeature('locks')
  const { data } = useCall(buckets.locking, { params: { bucket } }, { when: !lockless })
  const isLocking = data?.object_locking_enabled
  return (
    lockless ??
    ((isLocking === false && messages.lockingOnlyAtCreation) ||
      (isLocking === undefined && versioned === false && messages.versioningMustBeEnabled))
  )
}

/** Bucket settings that concern its objects; unknown if the account may not read them. */
export const useBucket = (bucket: string) => {
  const when = !useMissingFeature('versions')
  const versioning = useCall(buckets.versioning, { params: { bucket } }, { when })
  const versioned = versioning.data?.is_versioned
  const restorable = when ? restorabilityOf(versioning.data) : 'none'
  return { versioned, restorable, unlockable: useUnlockable(bucket, versioned) }
}
