import { useCall, useLiveList } from 'stowage/web'
import { storage } from '../contract.ts'
import { claimsAfter, drivesAfter } from './apply-change.ts'

const useClaims = () =>
  useLiveList(useCall(storage.claims), storage.claimChanges, {
    rows: ({ pvcs }) => pvcs ?? [],
    applyChange: claimsAfter,
    feedInput: ({ version = '' }) => [{ query: { since: version } }],
  })

/** Live list of drives; their manager does not change. */
const useDrives = () => {
  const followed = useLiveList(useCall(storage.drives), storage.driveChanges, {
    rows: ({ drives }) => drives ?? [],
    applyChange: drivesAfter,
    feedInput: () => [],
  })
  return { ...followed, manager: followed.data?.manager ?? 'directpv' }
}

/** Loads both lists: one is displayed, the other counted. */
export const useStorage = () => ({ claims: useClaims(), drives: useDrives() })
