import type { Claim, ClaimChange, Drive, DriveChange, DriveVolume, FormatIssue, ManagerName } from './contract.ts'

/** What the pages of storage need from a cluster. */
export type StorageBackend = {
  /** The tenants' claims in all namespaces that the caller may list. */
  claims(): Promise<{ claims: Claim[]; version: string | undefined; within?: readonly string[] }>
  /** What becomes of the claims until the signal fires, from the state on that they are known of. */
  claimChanges(since: string | undefined, signal: AbortSignal): AsyncIterable<ClaimChange>
  /** By node, drive and status. Throws `Failure` 404 where nothing manages drives. */
  drives(): Promise<{ manager: ManagerName; drives: Drive[] }>
  /** What becomes of the drives until the signal fires; all of them first. Throws as `drives` does. */
  driveChanges(signal: AbortSignal): AsyncIterable<DriveChange>
  volumes(): Promise<DriveVolume[]>
  /** Formats drives, each named `node:/dev/x`, and gives those that were not, with the reasons. */
  format(places: readonly string[], force: boolean): Promise<FormatIssue[]>
}
