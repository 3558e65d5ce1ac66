import { randomUUID } from 'node:crypto'
import type { Resource } from '../client.ts'
import type { Sort, Store } from './store.ts'

const GROUP = 'directpv.min.io'
const sortOf = (plural: string): Sort => ({ group: GROUP, plural })
const sorts = {
  requests: sortOf('directpvinitrequests'),
  nodes: sortOf('directpvnodes'),
  drives: sortOf('directpvdrives'),
}

/** Vendor of a simulated device that cannot be formatted. */
export const WORN = 'Demo NVMe, worn out'

type Device = { name: string; id: string; size: number; make?: string; fsType?: string; deniedReason?: string }
type Node = Resource & { status: { devices?: Device[] } }
type DeviceRequest = { id: string; name: string; force?: boolean }
type Request = Resource & { spec?: { devices?: DeviceRequest[] }; status?: { status?: string } }

/** Labels that DirectPV sets on resources of a node and of its drives. */
export const labelsOf = (node: string, drive?: string) => ({
  [`${GROUP}/node`]: node,
  [`${GROUP}/created-by`]: 'directpv-driver',
  [`${GROUP}/version`]: 'v1beta1',
  ...(drive && { [`${GROUP}/drive-name`]: drive, [`${GROUP}/access-tier`]: 'Default' }),
})

const problemOf = (device: Device | undefined, { id, name, force }: DeviceRequest) => {
  if (!device || device.name !== name)
    return `device ${name} with id ${id} is not found; it may have changed, discover again`
  if (device.deniedReason) return `device ${name} is not permitted; ${device.deniedReason}`
  if (device.fsType && !force) return `device ${name} has a file system (${device.fsType}); force is needed`
  if (device.make === WORN) return `unable to format device ${name}; mkfs.xfs: pwrite failed: Input/output error`
  return undefined
}

/** Simulates DirectPV's node agent: processes init requests, turns devices into drives or reports why not. */
export const createFormatter = (store: Store, clock: () => number) => {
  const driveOf = (node: string, { name, size, make }: Device): Resource => ({
    apiVersion: `${GROUP}/v1beta1`,
    kind: 'DirectPVDrive',
    metadata: {
      name: randomUUID(),
      uid: randomUUID(),
      generation: 1,
      creationTimestamp: new Date(clock()).toISOString().replace(/\.\d+Z$/, 'Z'),
      labels: labelsOf(node, name),
      finalizers: [`${GROUP}/data-protection`],
    },
    spec: {},
    status: {
      totalCapacity: size,
      allocatedCapacity: 0,
      freeCapacity: size,
      fsuuid: randomUUID(),
      make,
      topology: {},
      status: 'Ready',
      conditions: [],
    },
  })

  const format = (request: Request, called: string) => {
    const results = (request.spec?.devices ?? []).map((requested) => {
      const node = store.one(sorts.nodes, undefined, called) as Node | undefined
      const devices = node?.status.devices ?? []
      const device = devices.find(({ id }) => id === requested.id)
      const error = problemOf(device, requested)
      if (error || !node || !device) return { name: requested.name, error: error ?? '' }
      store.put(sorts.drives, driveOf(called, device))
      const formatted = { ...device, fsType: 'xfs', deniedReason: 'Mounted' }
      store.put(sorts.nodes, {
        ...node,
        status: { ...node.status, devices: devices.map((one) => (one === device ? formatted : one)) },
      })
      return { name: requested.name }
    })
    store.put(sorts.requests, { ...request, status: { status: 'Processed', results } })
  }

  return () => {
    for (const request of store.all(sorts.requests) as Request[]) {
      const node = request.metadata.labels?.[`${GROUP}/node`]
      if (request.status?.status === 'Pending' && node && store.one(sorts.nodes, undefined, node)) format(request, node)
    }
  }
}
