import { useCall } from '../../../core/use-call.ts'
import { useFollowed } from '../../../core/use-followed.ts'
import { storage } from '../contract.ts'
import { claimsAfter, drivesAfter } from './changed.ts'

/** The claims, which stay true by themselves. */
const useClaims = () =>
  useFollowed(useCall(storage.claims), storage.claimChanges, {
    rows: ({ pvcs }) => pvcs ?? [],
    after: claimsAfter,
    from: ({ version = '' }) => [{ query: { since: version } }],
  })

/** The drives, which stay true by themselves as well; who manages them does not change. */
const useDrives = () => {
  const followed = useFollowed(useCall(storage.drives), storage.driveChanges, {
    rows: ({ drives }) => drives ?? [],
    after: drivesAfter,
    from: () => [],
  })
  return { ...followed, manager: followed.data?.manager ?? 'directpv' }
}

/** Both lists, of which one is shown and the other counted. */
export const useStorage = () => ({ claims: useClaims(), drives: useDrives() })
