import { useCall, useFollowed } from 'stowage/web'
import { storage } from '../contract.ts'
import { claimsAfter, drivesAfter } from './changed.ts'

/** Live list of claims. */
const useClaims = () =>
  useFollowed(useCall(storage.claims), storage.claimChanges, {
    rows: ({ pvcs }) => pvcs ?? [],
    after: claimsAfter,
    from: ({ version = '' }) => [{ query: { since: version } }],
  })

/** Live list of drives; their manager does not change. */
const useDrives = () => {
  const followed = useFollowed(useCall(storage.drives), storage.driveChanges, {
    rows: ({ drives }) => drives ?? [],
    after: drivesAfter,
    from: () => [],
  })
  return { ...followed, manager: followed.data?.manager ?? 'directpv' }
}

/** Loads both lists: one is displayed, the other counted. */
export const useStorage = () => ({ claims: useClaims(), drives: useDrives() })
