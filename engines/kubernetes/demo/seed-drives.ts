import { directPvLabels, WORN_DEVICE } from './directpv-simulator.ts'

const GROUP = 'directpv.min.io'
const SIZE = 4 * 2 ** 40

const anyObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const

const definition = (kind: string) => {
  const singular = kind.toLowerCase()
  const required = kind === 'DirectPVInitRequest' ? ['status'] : []
  const schema = { openAPIV3Schema: { ...anyObject, required, properties: { status: anyObject, spec: anyObject } } }
  return {
    metadata: { name: `${singular}s.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Cluster',
      names: { kind, listKind: `${kind}List`, plural: `${singular}s`, singular },
      versions: [{ name: 'v1beta1', served: true, storage: true, schema }],
    },
  }
}

const device = (node: string, name: string, more: object = {}) => ({
  name,
  id: `${node}-${name}$1`,
  majorMinor: '259:0',
  size: SIZE,
  make: 'Demo NVMe',
  ...more,
})

const drive = (node: string, index: number) => {
  const name = `nvme${index}n1`
  const broken = node === 'node-3' && index === 3
  return {
    metadata: {
      name: `${node}-${name}`,
      labels: directPvLabels(node, name),
      finalizers: [`${GROUP}/data-protection`, `${GROUP}.volume/pvc-${node}-${index}`],
    },
    spec: {},
    status: {
      ...{
        totalCapacity: SIZE,
        allocatedCapacity: Math.floor(SIZE * 0.75),
        freeCapacity: Math.ceil(SIZE * 0.25),
        fsuuid: `${node}-${index}`,
        make: 'Demo NVMe',
        topology: {},
      },
      status: broken ? 'Error' : 'Ready',
      conditions: broken
        ? [
            {
              type: 'IOError',
              status: 'True',
              reason: 'IOError',
              message: 'input/output error',
              lastTransitionTime: '2026-11-20T12:31:08Z',
            },
          ]
        : [],
    },
  }
}

const fourNodes = [0, 1, 2, 3]

const nodeOf = (node: string) => ({
  metadata: { name: node, labels: directPvLabels(node) },
  spec: {},
  status: {
    devices: [
      ...fourNodes.map((index) => device(node, `nvme${index}n1`, { fsType: 'xfs', deniedReason: 'Mounted' })),
      ...(node === 'node-4'
        ? [
            device(node, 'nvme4n1'),
            device(node, 'nvme5n1', { fsType: 'ext4' }),
            device(node, 'nvme6n1', { make: WORN_DEVICE }),
            device(node, 'sda', { deniedReason: 'Partitioned' }),
          ]
        : []),
    ],
    conditions: [],
  },
})

/**
 * Drives of the demonstration: on four nodes, one drive faulty, and some unformatted devices, one of which cannot be
 * formatted.
 */
export const driveObjects = (): { path: string; body: object }[] => {
  const nodes = ['node-1', 'node-2', 'node-3', 'node-4']
  const at = (plural: string) => `/apis/${GROUP}/v1beta1/${plural}`
  return [
    ...['DirectPVDrive', 'DirectPVVolume', 'DirectPVNode', 'DirectPVInitRequest'].map((kind) => ({
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      body: definition(kind),
    })),
    ...nodes.map((node) => ({ path: at('directpvnodes'), body: nodeOf(node) })),
    ...nodes.flatMap((node) => fourNodes.map((index) => ({ path: at('directpvdrives'), body: drive(node, index) }))),
  ]
}
