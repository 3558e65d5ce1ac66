import type { Claim, ClaimChange, Drive, DriveChange, DriveVolume, FormatIssue, ManagerName } from './contract.ts'

/** Port of the storage pages, implemented for Kubernetes clusters. */
export type StorageBackend = {
  /** Tenants' volume claims in all namespaces the caller may list. */
  claims(): Promise<{ claims: Claim[]; version: string | undefined; within?: readonly string[] }>
  /** Streams changes of the claims after version `since`, until the signal fires. */
  claimChanges(since: string | undefined, signal: AbortSignal): AsyncIterable<ClaimChange>
  /** Drives sorted by node, drive and status. Throws `Failure` 404 if no drive manager is installed. */
  drives(): Promise<{ manager: ManagerName; drives: Drive[] }>
  /** Streams all drives first, then their changes, until the signal fires. Throws like `drives`. */
  driveChanges(signal: AbortSignal): AsyncIterable<DriveChange>
  volumes(): Promise<DriveVolume[]>
  /** Formats drives, each named `node:/dev/x`. Returns those that were not formatted, with reasons. */
  format(driveNames: readonly string[], force: boolean): Promise<FormatIssue[]>
}
