import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Client, kindAt, pathOf, type Resource } from 'stowage/engines/kubernetes'
import type { Drive, FormatIssue } from '../contract.ts'
import { sortDrives, type Manager, partsOf, driveIdOf, reasons } from './drive-manager.ts'
import * as messages from '../messages.ts'

/** API group of DirectPV since its fourth release (operator 5.1). */
export const group = 'directpv.min.io'

const optionalText = v.fallback(v.string(), '')
const size = v.fallback(v.number(), 0)

const Managed = v.object({
  spec: v.fallback(v.object({ unschedulable: v.fallback(v.boolean(), false) }), { unschedulable: false }),
  status: v.fallback(
    v.object({
      totalCapacity: size,
      allocatedCapacity: size,
      status: optionalText,
      conditions: v.fallback(
        v.array(
          v.object({
            type: optionalText,
            status: optionalText,
            message: optionalText,
            lastTransitionTime: optionalText,
          }),
        ),
        [],
      ),
    }),
    { totalCapacity: 0, allocatedCapacity: 0, status: '', conditions: [] },
  ),
})

const Device = v.object({ name: v.string(), id: optionalText, size, fsType: optionalText, deniedReason: optionalText })
type Device = v.InferOutput<typeof Device>
const Node = v.fallback(v.object({ status: v.object({ devices: v.fallback(v.array(Device), []) }) }), {
  status: { devices: [] },
})

const Request = v.fallback(
  v.object({
    status: v.object({
      status: optionalText,
      results: v.fallback(v.array(v.object({ name: optionalText, error: optionalText })), []),
    }),
  }),
  { status: { status: '', results: [] } },
)

const labelOf = ({ metadata: { labels } }: Resource, name: string) => labels?.[`${group}/${name}`] ?? ''

const faults = ['MountError', 'MultipleMatches', 'IOError', 'RelabelError']

const managedOf = (resource: Resource): Drive => {
  const { spec, status } = v.parse(Managed, resource)
  const finalizers = v.parse(v.fallback(v.array(v.string()), []), resource.metadata.finalizers)
  const volumes = finalizers.filter((one) => one.startsWith(`${group}.volume/`)).length
  const [newest] = status.conditions
    .filter(({ type, status: holds }) => faults.includes(type) && holds === 'True')
    .sort((one, other) => (one.lastTransitionTime < other.lastTransitionTime ? 1 : -1))
  const states = [
    status.status,
    spec.unschedulable && 'SchedulingDisabled',
    labelOf(resource, 'suspend') === 'true' && 'Suspended',
  ]
  return {
    drive: `/dev/${labelOf(resource, 'drive-name')}`,
    node: labelOf(resource, 'node'),
    capacity: status.totalCapacity,
    allocated: status.allocatedCapacity,
    volumes,
    status: states.filter(Boolean).join(','),
    message: newest?.message ?? '',
    refusal: volumes > 0 ? reasons.used : reasons.owned,
  }
}

const deviceOf = (node: string, { name, size: capacity, fsType, deniedReason }: Device): Drive => ({
  drive: `/dev/${name}`,
  node,
  capacity,
  allocated: 0,
  volumes: 0,
  status: deniedReason ? 'Unavailable' : 'Available',
  message: deniedReason,
  ...(fsType && { filesystem: fsType }),
  ...(deniedReason && { refusal: deniedReason }),
})

/** Time limit for nodes to format, and polling interval, in ms. */
const defaults = { timeout: 60_000, interval: 500 }

/** Drives managed by DirectPV, and the devices of nodes that it could take over. */
export const directPv = (client: Client, version: string, { timeout, interval } = defaults): Manager => {
  const kindOf = (plural: string) => kindAt(version, plural)
  const [drives, nodes, volumes, requests] = [
    'directpvdrives',
    'directpvnodes',
    'directpvvolumes',
    'directpvinitrequests',
  ].map((plural) => pathOf(kindOf(plural)))

  const sources = [drives ?? '', nodes ?? ''] as const

  const combine = (managed: readonly Resource[], devices: readonly Resource[]) => {
    const all = managed.map(managedOf)
    const managedKeys = new Set(all.map(driveIdOf))
    const ids = new Map<string, Device>()
    for (const node of devices)
      for (const device of v.parse(Node, node).status.devices) {
        const drive = deviceOf(node.metadata.name, device)
        if (managedKeys.has(driveIdOf(drive))) continue
        all.push(drive)
        ids.set(driveIdOf(drive), device)
      }
    return { all: sortDrives(all), ids }
  }
  const readAll = async () => combine(...(await Promise.all([client.list(sources[0]), client.list(sources[1])])))

  /**
   * Requests that a node initializes its devices. The node's DirectPV pod does it and reports in the request's status.
   */
  const requestInit = (request: string, node: string, devices: readonly Device[], force: boolean) =>
    client.create(requests ?? '', {
      apiVersion: version,
      kind: 'DirectPVInitRequest',
      metadata: {
        name: randomUUID(),
        labels: {
          [`${group}/node`]: node,
          [`${group}/version`]: version.split('/')[1],
          [`${group}/created-by`]: 'node-controller',
          [`${group}/request-id`]: request,
        },
      },
      spec: { devices: devices.map(({ id, name }) => ({ id, name, force })) },
      status: { status: 'Pending', results: [] },
    })

  /**
   * Polls the requests until every node has reported or the time limit ends. Devices become issues unless their node
   * reported success.
   */
  const awaitResults = async (
    labelSelector: string,
    devicesByNode: ReadonlyMap<string, readonly Device[]>,
  ): Promise<FormatIssue[]> => {
    const deadline = performance.now() + timeout
    for (;;) {
      const all = (await client.list(requests ?? '', { labelSelector })).map((one) => ({
        node: labelOf(one, 'node'),
        ...v.parse(Request, one).status,
      }))
      const isOpen = ({ status }: { status: string }) => status !== 'Processed' && status !== 'Error'
      if (all.some(isOpen) && performance.now() <= deadline) {
        await pause(interval)
        continue
      }
      return [...devicesByNode].flatMap(([node, devices]) => {
        const request = all.find((one) => one.node === node)
        const results = request?.results ?? []
        const failed = results.flatMap(({ name, error }) => (error ? [{ node, drive: `/dev/${name}`, error }] : []))
        if (request?.status === 'Processed') return failed
        const error = request && isOpen(request) ? messages.nodeDidNotRespond(node) : messages.noResultFrom(node)
        const others = devices.filter((device) => !results.some(({ name }) => name === device.name))
        return [...failed, ...others.map(({ name }) => ({ node, drive: `/dev/${name}`, error }))]
      })
    }
  }

  return {
    name: 'directpv',
    sources,
    drivesFrom: (managed, devices) => combine(managed, devices).all,

    drives: async () => (await readAll()).all,

    volumes: async () =>
      (await client.list(volumes ?? '')).map((one) => ({
        volume: one.metadata.name,
        capacity: v.parse(Managed, one).status.totalCapacity,
        node: labelOf(one, 'node'),
        drive: labelOf(one, 'drive-name'),
      })),

    format: async (driveNames, force) => {
      const { all, ids } = await readAll()
      const byDriveId = new Map(all.map((drive) => [driveIdOf(drive), drive]))
      const issues: FormatIssue[] = []
      const devicesByNode = new Map<string, Device[]>()
      for (const driveName of new Set(driveNames)) {
        const [drive, device] = [byDriveId.get(driveName), ids.get(driveName)]
        const error = drive
          ? (drive.refusal ?? (drive.filesystem && !force ? reasons.carries : undefined))
          : reasons.notFound
        if (error || !drive || !device) issues.push({ ...partsOf(driveName), error: error ?? reasons.notFound })
        else devicesByNode.set(drive.node, [...(devicesByNode.get(drive.node) ?? []), device])
      }
      if (devicesByNode.size === 0) return issues
      const request = randomUUID()
      const labelSelector = `${group}/request-id=${request}`
      try {
        for (const [node, devices] of devicesByNode) {
          try {
            await requestInit(request, node, devices, force)
          } catch (error) {
            if (!(error instanceof Failure)) throw error
            // a 403 for one node applies to all nodes
            if (error.status === 403) throw error
            devicesByNode.delete(node)
            issues.push(
              ...devices.map(({ name }) => ({ node, drive: `/dev/${name}`, error: error.detail || error.message })),
            )
          }
        }
        return [...issues, ...(await awaitResults(labelSelector, devicesByNode))]
      } finally {
        // leftover requests are harmless
        await client
          .send({ method: 'DELETE', path: requests ?? '', query: { labelSelector } })
          .catch((error: unknown) => {
            if (!(error instanceof Failure)) throw error
          })
      }
    },
  }
}
