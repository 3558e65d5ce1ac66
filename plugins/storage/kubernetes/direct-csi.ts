import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Client, kindAt, pathOf, type Resource } from 'stowage/engines/kubernetes'
import type { Drive, FormatIssue } from '../contract.ts'
import { sortDrives, type Manager, partsOf, driveIdOf, reasons } from './drive-manager.ts'

/** API group of direct-csi, the name of DirectPV before its fourth release (operator 5.1). */
export const group = 'direct.csi.min.io'

const optionalText = v.fallback(v.string(), '')
const size = v.fallback(v.number(), 0)

const Status = v.fallback(
  v.object({
    status: v.object({
      path: optionalText,
      nodeName: optionalText,
      drive: optionalText,
      totalCapacity: size,
      allocatedCapacity: size,
      driveStatus: optionalText,
      filesystem: optionalText,
      conditions: v.fallback(
        v.array(v.object({ type: optionalText, status: optionalText, message: optionalText })),
        [],
      ),
    }),
  }),
  {
    status: {
      path: '',
      nodeName: '',
      drive: '',
      totalCapacity: 0,
      allocatedCapacity: 0,
      driveStatus: '',
      filesystem: '',
      conditions: [],
    },
  },
)

/** Converts a device path of direct-csi: `/var/lib/direct-csi/devices/xvdb-part-1` is `/dev/xvdb1`. */
const deviceAt = (path: string) =>
  `/dev/${path.replace('/var/lib/direct-csi/devices/', '').replace('/dev/', '').replace('-part-', '')}`

const refusals: Readonly<Record<string, string>> = { Unavailable: reasons.unavailable, InUse: reasons.used }

const driveOf = (resource: Resource, volumes: number): Drive => {
  const { path, nodeName, totalCapacity, allocatedCapacity, driveStatus, filesystem, conditions } = v.parse(
    Status,
    resource,
  ).status
  const name = resource.metadata.name
  const condition = conditions
    .filter(
      ({ type, status, message }) => ['Initialized', 'Owned'].includes(type) && status !== 'True' && message !== '',
    )
    .at(-1)
  // messages are prefixed with the drive's name
  const message = condition?.message.split('\n')[0]?.replace(`${name}: `, '').replace(`${path}: `, '') ?? ''
  return {
    drive: deviceAt(path),
    node: nodeName,
    capacity: totalCapacity,
    allocated: allocatedCapacity,
    volumes,
    status: message ? `${driveStatus}*` : driveStatus,
    message,
    ...(filesystem && driveStatus === 'Available' && { filesystem }),
    ...(refusals[driveStatus] && { refusal: refusals[driveStatus] }),
  }
}

/** Drives managed by direct-csi, which lists every device of every node. */
export const directCsi = (client: Client, version: string): Manager => {
  const [drives, volumes] = ['directcsidrives', 'directcsivolumes'].map((plural) => kindAt(version, plural))

  const at = (name?: string) => (drives ? pathOf(drives, { name }) : '')
  const sources = [at(), volumes ? pathOf(volumes) : ''] as const
  const lists = () => Promise.all([client.list(sources[0]), client.list(sources[1])])

  const readDrives = (all: readonly Resource[], volumeResources: readonly Resource[]) => {
    const volumeCounts = new Map<string, number>()
    for (const volume of volumeResources) {
      const { drive } = v.parse(Status, volume).status
      volumeCounts.set(drive, (volumeCounts.get(drive) ?? 0) + 1)
    }
    return all.map((resource) => ({
      resource,
      drive: driveOf(resource, volumeCounts.get(resource.metadata.name) ?? 0),
    }))
  }
  const drivesFrom = (all: readonly Resource[], volumeResources: readonly Resource[]) =>
    sortDrives(readDrives(all, volumeResources).map(({ drive }) => drive))

  const refusalOf = ({ refusal, filesystem, status }: Drive, force: boolean) => {
    if (refusal || force) return refusal
    if (status.startsWith('Ready')) return reasons.ownedNoForce
    return filesystem ? reasons.carries : undefined
  }

  return {
    name: 'direct-csi',
    sources,
    drivesFrom,

    drives: async () => drivesFrom(...(await lists())),

    volumes: async () => {
      const [all, volumeResources] = await lists()
      const paths = new Map(all.map((one) => [one.metadata.name, deviceAt(v.parse(Status, one).status.path)]))
      return volumeResources.map((one) => {
        const { totalCapacity, nodeName, drive } = v.parse(Status, one).status
        return {
          volume: one.metadata.name,
          capacity: totalCapacity,
          node: nodeName,
          drive: (paths.get(drive) ?? drive).replace('/dev/', ''),
        }
      })
    },

    format: async (driveNames, force) => {
      const all = readDrives(...(await lists()))
      const byDriveId = new Map(all.map((one) => [driveIdOf(one.drive), one]))
      const issues: FormatIssue[] = []
      for (const drive of new Set(driveNames)) {
        const one = byDriveId.get(drive)
        const refusal = one ? refusalOf(one.drive, force) : reasons.notFound
        if (!one || refusal) {
          issues.push({ ...partsOf(drive), error: refusal ?? reasons.notFound })
          continue
        }
        const { resource } = one
        const spec = v.parse(v.fallback(v.looseObject({}), {}), resource.spec)
        try {
          // direct-csi formats it later, asynchronously
          await client.replace(at(resource.metadata.name), {
            ...resource,
            spec: { ...spec, directCSIOwned: true, requestedFormat: { filesystem: 'xfs', force } },
          })
        } catch (error) {
          if (!(error instanceof Failure) || error.status === 403) throw error
          issues.push({ ...partsOf(drive), error: error.detail || error.message })
        }
      }
      return issues
    },
  }
}
