import type { Resource } from '../../../engines/kubernetes/client.ts'
import type { Drive, DriveVolume, FormatIssue, ManagerName } from '../contract.ts'

/** What manages local drives in a cluster: DirectPV, or direct-csi as it was called before. */
export type Manager = {
  name: ManagerName
  /** The lists that drives are told from, and what they tell. */
  sources: readonly [path: string, path: string]
  told(first: readonly Resource[], second: readonly Resource[]): Drive[]
  drives(): Promise<Drive[]>
  volumes(): Promise<DriveVolume[]>
  format(places: readonly string[], force: boolean): Promise<FormatIssue[]>
}

/** What a drive goes by when it is to be formatted. */
export const placeOf = ({ node, drive }: Pick<Drive, 'node' | 'drive'>) => `${node}:${drive}`

/** A place in its parts again; no node has a colon in its name. */
export const partsOf = (place: string) => {
  const [node = '', ...rest] = place.split(':')
  return { node, drive: rest.join(':') }
}

/** Why drives are not formatted, in the words of the wire (console-api 15). */
export const reasons = {
  unavailable: 'Status is unavailable',
  used: 'Drive in use. Cannot be formatted',
  owned: 'Drive already owned and managed',
  ownedNoForce: 'Drive already owned and managed. Use force to overwrite',
  carries: 'Drive already has a fs. Use force to overwrite',
  gone: 'not found',
} as const

/** By node, path and status. */
export const inOrder = (drives: readonly Drive[]) =>
  [...drives].sort((one, other) => {
    const [a, b] = [one, other].map(({ node, drive, status }) => [node, drive, status].join('\0'))
    return (a ?? '') < (b ?? '') ? -1 : 1
  })
