import { kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { until } from './until.ts'
import type { Kube } from './kube.ts'

const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

/** Drive managers and the kinds that they define: `[plural, kind, required]`. */
const managers = {
  directpv: {
    group: 'directpv.min.io',
    versions: ['v1beta1'],
    kinds: [
      ['directpvdrives', 'DirectPVDrive', []],
      ['directpvvolumes', 'DirectPVVolume', []],
      ['directpvnodes', 'DirectPVNode', []],
      ['directpvinitrequests', 'DirectPVInitRequest', ['status']],
    ],
  },
  'direct-csi': {
    group: 'direct.csi.min.io',
    versions: ['v1beta5'],
    kinds: [
      ['directcsidrives', 'DirectCSIDrive', []],
      ['directcsivolumes', 'DirectCSIVolume', []],
    ],
  },
} as const

const crds = pathOf(kindAt('apiextensions.k8s.io/v1', 'customresourcedefinitions'))

/**
 * Defines the kinds of a drive manager in a cluster, with definitions of our own: cluster-scoped, and with a status
 * that is an ordinary field. The last version is the stored one.
 */
export const defineDriveCrds = async (
  { client }: Pick<Kube, 'client'>,
  manager: keyof typeof managers,
  versions: readonly string[] = managers[manager].versions,
) => {
  const { group, kinds } = managers[manager]
  for (const [plural, kind, required] of kinds)
    await client.create(crds, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope: 'Cluster',
        names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
        versions: versions.map((name, index) => ({
          name,
          served: true,
          storage: index === versions.length - 1,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              required,
              properties: {
                apiVersion: { type: 'string' },
                kind: { type: 'string' },
                metadata: { type: 'object' },
                spec: any,
                status: any,
              },
            },
          },
        })),
      },
    })
  for (const [plural] of kinds)
    for (const version of versions)
      await until(() =>
        client.get(pathOf(kindAt(`${group}/${version}`, plural))).then(
          () => true,
          () => false,
        ),
      )
}

/** Removes the definitions and their objects. */
export const removeDriveCrds = async ({ client }: Pick<Kube, 'client'>, manager: keyof typeof managers) => {
  const { group, kinds } = managers[manager]
  for (const [plural] of kinds) await client.remove(`${crds}/${plural}.${group}`)
  for (const [plural] of kinds)
    await until(() =>
      client.get(`${crds}/${plural}.${group}`).then(
        () => false,
        () => true,
      ),
    )
  // discovery follows some time later
  await until(async () => !JSON.stringify(await client.get('/apis')).includes(`"${group}"`))
}

const GIB = 2 ** 30

/** A drive of DirectPV, with a finalizer for each of `volumes`. */
export const directPvDrive = (
  name: string,
  node: string,
  drive: string,
  {
    volumes = [],
    spec = {},
    labels = {},
    status = {},
  }: { volumes?: string[]; spec?: object; labels?: object; status?: object } = {},
) => ({
  apiVersion: 'directpv.min.io/v1beta1',
  kind: 'DirectPVDrive',
  metadata: {
    name,
    labels: { 'directpv.min.io/node': node, 'directpv.min.io/drive-name': drive, ...labels },
    finalizers: volumes.map((volume) => `directpv.min.io.volume/${volume}`),
  },
  spec,
  status: {
    totalCapacity: 4 * GIB,
    allocatedCapacity: volumes.length * GIB,
    freeCapacity: 0,
    fsuuid: name,
    status: 'Ready',
    topology: {},
    ...status,
  },
})

/** A node with the devices that DirectPV found. */
export const directPvNode = (name: string, devices: object[]) => ({
  apiVersion: 'directpv.min.io/v1beta1',
  kind: 'DirectPVNode',
  metadata: { name },
  spec: {},
  status: { devices },
})

/** A drive of direct-csi, in the format of a version. */
export const directCsiDrive = (version: string, name: string, status: object) => ({
  apiVersion: `direct.csi.min.io/${version}`,
  kind: 'DirectCSIDrive',
  metadata: { name },
  spec: { directCSIOwned: false, driveTaint: { kept: 'yes' } },
  status: { totalCapacity: 4 * GIB, allocatedCapacity: 0, driveStatus: 'Available', ...status },
})
