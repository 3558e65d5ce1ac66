import { isDeepStrictEqual } from 'node:util'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { parse, stringify } from 'yaml'
import { pathOf } from '../../engines/kubernetes/client.ts'
import type { Schema } from '../../engines/kubernetes/demo/schema.ts'
import { generations, tenantCrd } from '../../engines/kubernetes/demo/tenant-crd.ts'
import { compared } from '../../plugins/tenants/compare/rows.ts'
import { AddedPool, ClonedTenant } from '../../plugins/tenants/create/payload.ts'
import type { TenantsBackend } from '../../plugins/tenants/backend.ts'
import { certificate, key } from '../engines/minio/certificate.ts'
import { choicesFrom } from '../lib/random.ts'
import { randomTenants } from '../lib/random-tenants.ts'
import { onBestCluster } from './clusters.ts'
import { unique } from './engines.ts'
import { keys, kind, secretKind, useTenants, vault } from './new-tenant.ts'

type Spec = Record<string, unknown> & { pools: (Record<string, unknown> & { name?: string })[] }
type Slot = { source: string; other: string; copy: string }

const NAME = 'random-source'
const COPY = 'random-copy'
const without = (fields: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Every leaf by its path, written otherwise than the console does. */
const leavesOf = (value: unknown, path = ''): [string, unknown][] => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [[path, value]]
  return Object.entries(value).flatMap(([name, entry]) => leavesOf(entry, `${path}/${name}`))
}

const differing = (one: unknown, other: unknown) => {
  const [before, after] = [new Map(leavesOf(one)), new Map(leavesOf(other))]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.has(path) !== after.has(path) || !isDeepStrictEqual(before.get(path), after.get(path)))
    .sort()
}

/** A path as the console writes it (`pools[0].labels["a.b"]`), written as above. */
const plainPath = (path: string) =>
  Array.from(
    path.matchAll(/\.?([\w-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g),
    ([, name, index, quoted]) => `/${quoted === undefined ? (name ?? index) : JSON.parse(quoted)}`,
  ).join('')

onBestCluster('random tenants', (test, cluster, generation, isFull) => {
  const { port } = useTenants(cluster)
  const [version] = tenantCrd(generation).spec.versions.slice(-1)
  const schema = (version?.schema.openAPIV3Schema.properties as Record<string, Schema>).spec as Schema
  const place = (namespace: string, name = NAME) => pathOf(kind, { namespace, name })
  const create = (namespace: string, spec: object) =>
    cluster().client.create(pathOf(kind, { namespace }), {
      ...{ apiVersion: 'minio.min.io/v2', kind: 'Tenant', metadata: { name: NAME } },
      spec,
    })
  const specAt = async (namespace: string, name = NAME) =>
    (await cluster().client.get(place(namespace, name))).spec as Spec

  /** Each edit of a tenant that the console offers, and what the spec has to be after it. */
  const edits: readonly ((
    backend: TenantsBackend,
    at: { namespace: string; tenant: string },
    spec: Spec,
  ) => Promise<Spec>)[] = [
    async (backend, at, spec) => {
      await backend.updateTenant(at, { image: 'minio/minio:next', pullSecret: '', prometheus: undefined })
      return { ...spec, image: 'minio/minio:next' }
    },
    async (backend, at, spec) => {
      await backend.updateTenant(at, { image: '', pullSecret: 'pull-me', prometheus: undefined })
      return { ...spec, imagePullSecret: { name: 'pull-me' } }
    },
    async (backend, { namespace, tenant }, spec) => {
      const last = spec.pools.length - 1
      const { name = `pool-${last}`, ...like } = spec.pools[last] ?? {}
      const typed = {
        name: 'added',
        like: name,
        servers: 4,
        volumes_per_server: 2,
        volume_configuration: { size: 2 ** 30 },
      }
      await backend.addPool(namespace, tenant, v.parse(AddedPool, typed))
      const claim = like.volumeClaimTemplate as { spec: { resources: { requests: object } } }
      const resources = {
        ...claim.spec.resources,
        requests: { ...claim.spec.resources.requests, storage: String(2 ** 30) },
      }
      const volumeClaimTemplate = { ...claim, spec: { ...claim.spec, resources } }
      const added = { ...like, name: 'added', servers: 4, volumesPerServer: 2, volumeClaimTemplate }
      return { ...spec, pools: [...spec.pools, added] }
    },
    async (backend, { namespace, tenant }, spec) => {
      const autoCert = spec.requestAutoCert === false
      await backend.setSecurity(namespace, tenant, {
        autoCert,
        customCertificates: { secretsToBeDeleted: [], minio: [], minioCAs: [base64(certificate)] },
      })
      const before = (spec.externalCaCertSecret ?? []) as { name: string }[]
      const added = ((await specAt(namespace)).externalCaCertSecret as { name: string; type: string }[]).at(-1)
      assert.ok(added && added.type === 'Opaque')
      return { ...spec, requestAutoCert: autoCert, externalCaCertSecret: [...before, added] }
    },
  ]

  const editsAreExact = async (backend: TenantsBackend, { source }: Slot) => {
    let spec = await specAt(source)
    for (const edit of edits) {
      const expected = await edit(backend, { namespace: source, tenant: NAME }, spec)
      spec = await specAt(source)
      assert.equal(spec, expected)
    }
  }

  /** The YAML editor starts a thread for each text, so that it is tried on some of them. */
  const yamlIsExact = async (backend: TenantsBackend, { source }: Slot) => {
    const at = { namespace: source, tenant: NAME }
    const before = await cluster().client.get(place(source))
    const typed = parse(await backend.yaml(at))
    const text = stringify({ ...typed, spec: { ...typed.spec, mountPath: '/typed' } }, { compat: 'yaml-1.1' })
    await backend.setYaml(at, text, 'save')
    assert.equal(await specAt(source), { ...(before.spec as Spec), mountPath: '/typed' })
  }

  const copiesAreEqual = async (backend: TenantsBackend, { source, copy }: Slot) => {
    const spec = await specAt(source)
    const kes = spec.kes as Record<string, unknown> | undefined
    const pair = kes && spec.requestAutoCert === false ? [{ crt: base64(certificate), key: base64(key) }] : []
    const request = v.parse(ClonedTenant, {
      ...{ name: COPY, namespace: copy, idp: { keys }, tls: { minio: pair } },
      ...(kes && { encryption: { vault } }),
    })
    const at = { namespace: source, tenant: NAME }
    const { differences = [] } = await backend.clone(at, request, true)
    await backend.clone(at, request, false)
    const whole = JSON.parse(JSON.stringify(spec).replaceAll(`"${NAME}"`, `"${COPY}"`)) as Spec
    const expected = {
      ...without(whole, [
        ...['imagePullSecret', 'credsSecret', 'externalCertSecret', 'externalCaCertSecret'],
        ...['externalClientCertSecret', 'kes'],
      ]),
      configuration: { name: `${COPY}-env-configuration` },
      ...(generation === 'v4' && { credsSecret: { name: `${COPY}-secret` } }),
      users: [{ name: `${COPY}-user-0` }],
      ...(pair.length > 0 && {
        externalCertSecret: [{ name: `${COPY}-external-server-certificate-0`, type: 'kubernetes.io/tls' }],
      }),
      ...(kes && {
        kes: {
          ...without(whole.kes as object, ['externalCertSecret', 'clientCertSecret']),
          kesSecret: { name: `${COPY}-secret-kes-configuration` },
        },
      }),
    }
    const made = await specAt(copy, COPY)
    assert.equal(made, expected)
    assert.equal(differences.map(({ path }) => plainPath(path)).sort(), differing(spec, made))
    await cluster().client.remove(place(copy, COPY))
    await cluster().client.send({ method: 'DELETE', path: pathOf(secretKind, { namespace: copy }) })
  }

  /** The spec with something else in some of its leaves. */
  const altered = (spec: Spec, { chance }: ReturnType<typeof choicesFrom>): Spec => {
    const change = (value: unknown, name: string): unknown => {
      if (Array.isArray(value)) return value.map((entry) => change(entry, name))
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([field, entry]) => [field, change(entry, field)]))
      if (!chance(0.08) || value === NAME) return value
      if (typeof value === 'boolean') return !value
      return typeof value === 'number'
        ? value + 1
        : `${String(value)}${name === 'storage' || name === 'memory' || name === 'cpu' ? '' : 'x'}`
    }
    return change(spec, '') as Spec
  }

  const differencesAreExact = async (
    backend: TenantsBackend,
    { source, other }: Slot,
    choices: ReturnType<typeof choicesFrom>,
  ) => {
    const spec = await specAt(source)
    const made = (await create(other, altered(spec, choices))).spec as Spec
    const [one, two] = await Promise.all(
      [source, other].map((namespace) => backend.settings({ namespace, tenant: NAME })),
    )
    if (!one || !two) throw new Error('There are two')
    const fields = new Set([...Object.keys(one.fields), ...Object.keys(two.fields)])
    const told = [...fields].filter(
      (path) =>
        (one.fields[path]?.same ?? one.fields[path]?.text) !== (two.fields[path]?.same ?? two.fields[path]?.text),
    )
    assert.equal(told.map(plainPath).sort(), differing(spec, made))
    const groups = compared(one, two).filter(({ title }) => title !== 'Usage')
    const rows = groups.flatMap(({ title, rows: all }) =>
      all
        .filter(({ alike, cells }) => !alike && cells.every((cell) => cell.kind !== 'withheld'))
        .map(({ label }) => ({ title, label })),
    )
    const further = rows.filter(({ title }) => title === 'Further fields').map(({ label }) => label)
    const inRows = told.filter((path) => !further.includes(path))
    assert.equal(
      further.filter((path) => !told.includes(path)),
      [],
      'no field is said to differ that does not',
    )
    assert.equal(
      inRows.filter((path) => !(one.fields[path]?.inRow ?? true) || !(two.fields[path]?.inRow ?? true)),
      [],
      'what no row shows is a further field',
    )
    assert.is(rows.length > further.length, inRows.length > 0, `${inRows} against ${JSON.stringify(rows)}`)
    await cluster().client.remove(place(other))
  }

  const number = isFull ? 200 : 12
  test(`${number} tenants are edited, copied and compared without losing or inventing a field`, async () => {
    const backend = await port()
    const slots = await Promise.all(
      Array.from({ length: 4 }, async (): Promise<Slot> => {
        const [source, other, copy] = await Promise.all(
          ['source', 'other', 'copy'].map((name) => cluster().namespace(unique(name))),
        )
        return { source: source ?? '', other: other ?? '', copy: copy ?? '' }
      }),
    )
    const seeds = Array.from({ length: number }, (_, index) => 1000 * (generations.indexOf(generation) + 1) + index)
    const queue = seeds.values()
    const work = async (slot: Slot) => {
      for (const seed of queue) {
        const choices = choicesFrom(seed)
        try {
          await create(slot.source, randomTenants(choices, NAME)(schema))
          await differencesAreExact(backend, slot, choices)
          await copiesAreEqual(backend, slot)
          if (seed % 10 === 0) await yamlIsExact(backend, slot)
          await editsAreExact(backend, slot)
          await cluster().client.remove(place(slot.source))
        } catch (error) {
          if (error instanceof Error) error.message = `seed ${seed}: ${error.message}`
          throw error
        }
      }
    }
    await Promise.all(slots.map(work))
  })
})
