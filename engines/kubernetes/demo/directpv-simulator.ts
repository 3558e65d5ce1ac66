import { randomUUID } from 'node:crypto'
import type { Resource } from '../client.ts'
import type { GroupResource, Store } from './store.ts'

const GROUP = 'directpv.min.io'
const directPv = (plural: string): GroupResource => ({ group: GROUP, plural })
const resources = {
  requests: directPv('directpvinitrequests'),
  nodes: directPv('directpvnodes'),
  drives: directPv('directpvdrives'),
}

/** Vendor of a simulated device that cannot be formatted. */
export const WORN_DEVICE = 'Demo NVMe, worn out'

type Device = { name: string; id: string; size: number; make?: string; fsType?: string; deniedReason?: string }
type Node = Resource & { status: { devices?: Device[] } }
type DeviceRequest = { id: string; name: string; force?: boolean }
type Request = Resource & { spec?: { devices?: DeviceRequest[] }; status?: { status?: string } }

/** Labels that DirectPV sets on resources of a node and of its drives. */
export const directPvLabels = (node: string, drive?: string) => ({
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
  if (device.make === WORN_DEVICE) return `unable to format device ${name}; mkfs.xfs: pwrite failed: Input/output error`
  return undefined
}

/** Simulates DirectPV's node agent: processes init requests, turns devices into drives or reports why not. */
export const createDirectPvSimulator = (store: Store, clock: () => number) => {
  const driveOf = (node: string, { name, size, make }: Device): Resource => ({
    apiVersion: `${GROUP}/v1beta1`,
    kind: 'DirectPVDrive',
    metadata: {
      name: randomUUID(),
      uid: randomUUID(),
      generation: 1,
      creationTimestamp: new Date(clock()).toISOString().replace(/\.\d+Z$/, 'Z'),
      labels: directPvLabels(node, name),
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

  const format = (request: Request, nodeName: string) => {
    const results = (request.spec?.devices ?? []).map((requested) => {
      const node = store.get(resources.nodes, undefined, nodeName) as Node | undefined
      const devices = node?.status.devices ?? []
      const device = devices.find(({ id }) => id === requested.id)
      const error = problemOf(device, requested)
      if (error || !node || !device) return { name: requested.name, error: error ?? '' }
      store.put(resources.drives, driveOf(nodeName, device))
      const formatted = { ...device, fsType: 'xfs', deniedReason: 'Mounted' }
      store.put(resources.nodes, {
        ...node,
        status: { ...node.status, devices: devices.map((one) => (one === device ? formatted : one)) },
      })
      return { name: requested.name }
    })
    store.put(resources.requests, { ...request, status: { status: 'Processed', results } })
  }

  return () => {
    for (const request of store.list(resources.requests) as Request[]) {
      const node = request.metadata.labels?.[`${GROUP}/node`]
      if (request.status?.status === 'Pending' && node && store.get(resources.nodes, undefined, node))
        format(request, node)
    }
  }
}
