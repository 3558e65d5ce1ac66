import { upsert } from 'stowage/web'
import type { Claim, ClaimChange, Drive, DriveChange } from '../contract.ts'
import { driveIdOf } from './drive-text.ts'

/** Key of a claim: names are unique within a namespace. */
export const claimKey = ({ namespace, name }: Pick<Claim, 'namespace' | 'name'>) => `${namespace}/${name}`

export const claimsAfter = (list: readonly Claim[], change: ClaimChange): readonly Claim[] => {
  if (change.kind === 'all') return change.claims
  if (change.kind === 'set') return upsert(list, change.claim, claimKey)
  const key = claimKey(change.claim)
  return list.filter((one) => claimKey(one) !== key)
}

export const drivesAfter = (list: readonly Drive[], change: DriveChange): readonly Drive[] => {
  if (change.kind === 'all') return change.drives
  const byKey = new Map(list.map((drive) => [driveIdOf(drive), drive]))
  for (const at of change.removed) byKey.delete(driveIdOf(at))
  for (const drive of change.set) byKey.set(driveIdOf(drive), drive)
  return [...byKey.values()]
}
