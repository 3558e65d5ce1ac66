import type { Resource } from 'stowage/engines/kubernetes'
import type { Drive, DriveVolume, FormatIssue, ManagerName } from '../contract.ts'
import * as messages from '../messages.ts'

/** Manager of local drives in a cluster: DirectPV, or direct-csi, its former name. */
export type Manager = {
  name: ManagerName
  /** Paths of the two lists that drives are read from. */
  sources: readonly [path: string, path: string]
  drivesFrom(first: readonly Resource[], second: readonly Resource[]): Drive[]
  drives(): Promise<Drive[]>
  volumes(): Promise<DriveVolume[]>
  format(driveNames: readonly string[], force: boolean): Promise<FormatIssue[]>
}

/** Identifies a drive in format requests. */
export const driveIdOf = ({ node, drive: driveName }: Pick<Drive, 'node' | 'drive'>) => `${node}:${driveName}`

/** Splits the result of `placeOf`; node names contain no colon. */
export const partsOf = (drive: string) => {
  const [node = '', ...rest] = drive.split(':')
  return { node, drive: rest.join(':') }
}

/** Why drives are not formatted, as sent to the client (console-api 15). */
export const reasons = {
  unavailable: 'Status is unavailable',
  used: messages.driveInUse,
  owned: 'Drive already owned and managed',
  ownedNoForce: messages.driveAlreadyManaged,
  carries: messages.driveHasFileSystem,
  notFound: 'not found',
} as const

/** Sorts by node, path and status. */
export const sortDrives = (drives: readonly Drive[]) =>
  [...drives].sort((one, other) => {
    const [a, b] = [one, other].map(({ node, drive, status }) => [node, drive, status].join('\0'))
    return (a ?? '') < (b ?? '') ? -1 : 1
  })
