import { isDeepStrictEqual } from 'node:util'
import { assert } from '../../../../test/lib/suite.ts'
import * as v from 'valibot'
import { parse, stringify } from 'yaml'
import { pathOf } from '../../../../engines/kubernetes/client.ts'
import type { TenantsBackend } from '../../backend.ts'
import { scrapeAnnotations } from '../../kubernetes/scraping.ts'
import { AddedPool, ClonedTenant } from '../../create/payload.ts'
import { certificate, key } from '../../../../test/engines/minio/certificate.ts'
import type { Cluster } from '../../../../test/conformance/clusters.ts'
import { keys, kind, secretKind, vault } from './new-tenant.ts'

export type Spec = Record<string, unknown> & { pools: (Record<string, unknown> & { name?: string })[] }
type Place = { namespace: string; tenant: string }

const base64 = (text: string) => Buffer.from(text).toString('base64')
const without = (fields: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

type Variable = { name: string; value?: string }

/** Environment of a copy on operator 4.0: that of the source, and the console setting. */
const withBrowser = (env: unknown) => {
  const all = (env ?? []) as Variable[]
  const value = all.find(({ name }) => name === 'MINIO_BROWSER')?.value ?? 'on'
  return [...all.filter(({ name }) => name !== 'MINIO_BROWSER'), { name: 'MINIO_BROWSER', value }]
}

/** Leaves by path; independent of the console's own code, with slashes in paths. */
const leavesOf = (value: unknown, path = ''): [string, unknown][] => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [[path, value]]
  return Object.entries(value).flatMap(([name, entry]) => leavesOf(entry, `${path}/${name}`))
}

/** Paths of the leaves that differ between two values. */
export const differingPaths = (one: unknown, other: unknown) => {
  const [before, after] = [new Map(leavesOf(one)), new Map(leavesOf(other))]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.has(path) !== after.has(path) || !isDeepStrictEqual(before.get(path), after.get(path)))
    .sort()
}

/** Converts a path of the console (`pools[0].labels["a.b"]`) to one with slashes. */
export const plainPath = (path: string) =>
  Array.from(
    path.matchAll(/\.?([\w-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g),
    ([, name, index, quoted]) => `/${quoted === undefined ? (name ?? index) : JSON.parse(quoted)}`,
  ).join('')

/** Returns the value with the name replaced in selectors with these operator labels. */
const renamed = <Value>(value: Value, label: string, from: string, to: string): Value =>
  JSON.parse(
    JSON.stringify(value).replace(
      new RegExp(`("v1\\.min\\.io/${label}"(?::|,"operator":"In","values":\\[)")${from}([-"])`, 'g'),
      (_, before, after) => `${before}${to}${after}`,
    ),
  ) as Value

/** The edits that the console offers. Each fails if it changes another field of the spec. */
export const useEdits = (cluster: () => Cluster) => {
  const tenantPath = ({ namespace, tenant }: Place) => pathOf(kind, { namespace, name: tenant })
  const specAt = async (at: Place) => (await cluster().client.get(tenantPath(at))).spec as Spec

  /** Changes the image and the pull secret, and adds a pool like the last one. */
  const updateAndGrow = async (backend: TenantsBackend, at: Place) => {
    const spec = await specAt(at)
    await backend.updateTenant(at, { image: 'minio/minio:next', pullSecret: 'pull-me', prometheus: undefined })
    const last = spec.pools.length - 1
    const { name = `pool-${last}`, ...like } = spec.pools[last] ?? {}
    const size = { servers: 4, volumes_per_server: 2, volume_configuration: { size: 2 ** 30 } }
    await backend.addPool(at.namespace, at.tenant, v.parse(AddedPool, { name: 'added', like: name, ...size }))
    const claim = like.volumeClaimTemplate as { spec: { resources: { requests: object } } }
    const { resources } = claim.spec
    const requests = { ...resources.requests, storage: '1Gi' }
    const added = {
      ...renamed(like, 'pool', name, 'added'),
      name: 'added',
      servers: 4,
      volumesPerServer: 2,
      volumeClaimTemplate: { ...claim, spec: { ...claim.spec, resources: { ...resources, requests } } },
    }
    assert.equal(await specAt(at), {
      ...spec,
      image: 'minio/minio:next',
      imagePullSecret: { name: 'pull-me' },
      pools: [...spec.pools, added],
    })
  }

  /** Sets a private registry and Prometheus scraping, and then the reverse. */
  const setPrometheus = async (backend: TenantsBackend, at: Place) => {
    const tenant = await cluster().client.get(tenantPath(at))
    const spec = tenant.spec as Spec
    const registry = { registry: 'registry.example', username: 'reader', password: 'secret-of-the-reader' }
    await backend.updateTenant(at, { image: '', pullSecret: '', registry, prometheus: true })
    assert.equal(await specAt(at), { ...spec, imagePullSecret: { name: `${at.tenant}-regcred` } })
    const { metadata } = await cluster().client.get(tenantPath(at))
    const isScrapedBefore = [tenant.metadata, ...spec.pools, spec.poolsMetadata as object].some((one) =>
      Object.hasOwn((one as { annotations?: object } | undefined)?.annotations ?? {}, 'prometheus.io/scrape'),
    )
    if (!isScrapedBefore)
      assert.equal(metadata.annotations, { ...tenant.metadata.annotations, ...scrapeAnnotations }, 'scraped')
    await backend.updateTenant(at, { image: '', pullSecret: '', registry: undefined, prometheus: false })
    const after = await cluster().client.get(tenantPath(at))
    const without = (holder: object | undefined) => {
      const { annotations, ...rest } = (holder ?? {}) as { annotations?: Record<string, string> }
      const otherAnnotations = Object.entries(annotations ?? {}).filter(([name]) => !(name in scrapeAnnotations))
      return otherAnnotations.length > 0 ? { ...rest, annotations: Object.fromEntries(otherAnnotations) } : rest
    }
    const bare = ({ pools, poolsMetadata, ...rest }: Spec) => ({
      ...rest,
      pools: pools.map(without),
      poolsMetadata: without(poolsMetadata as object | undefined),
    })
    assert.equal(bare(after.spec as Spec), bare({ ...spec, imagePullSecret: { name: `${at.tenant}-regcred` } }))
    assert.not.match(JSON.stringify([after.metadata.annotations, after.spec]), /prometheus\.io\/scrape/)
    await cluster().client.remove(pathOf(secretKind, { namespace: at.namespace, name: `${at.tenant}-regcred` }))
  }

  /** Toggles automatic certificates and adds a CA, then removes it again. */
  const secure = async (backend: TenantsBackend, at: Place) => {
    const spec = await specAt(at)
    const autoCert = spec.requestAutoCert === false
    const save = (removed: readonly string[], minioCAs: string[]) =>
      backend.setSecurity(at.namespace, at.tenant, {
        autoCert,
        customCertificates: {
          secretsToBeDeleted: [],
          removed: { minio: [], minioCAs: [...removed] },
          minio: [],
          minioCAs,
        },
      })
    await save([], [base64(certificate)])
    const now = await specAt(at)
    const before = (spec.externalCaCertSecret ?? []) as object[]
    const added = (now.externalCaCertSecret as { name: string; type: string }[]).at(-1)
    assert.ok(added?.type === 'Opaque')
    assert.equal(now, { ...spec, requestAutoCert: autoCert, externalCaCertSecret: [...before, added] })
    await save([added?.name ?? ''], [])
    assert.equal(await specAt(at), { ...spec, requestAutoCert: autoCert })
  }

  /** Changes one field in the text of its YAML. */
  const edit = async (backend: TenantsBackend, at: Place) => {
    const before = await cluster().client.get(tenantPath(at))
    const typed = parse((await backend.yaml(at)).yaml)
    const text = stringify({ ...typed, spec: { ...typed.spec, mountPath: '/typed' } }, { compat: 'yaml-1.1' })
    await backend.setYaml(at, text, 'save')
    const after = await cluster().client.get(tenantPath(at))
    assert.equal(after.spec, { ...(before.spec as Spec), mountPath: '/typed' })
    const { resourceVersion: _, generation: __, managedFields: ___, ...metadata } = before.metadata
    const { resourceVersion: ____, generation: _____, managedFields: ______, ...kept } = after.metadata
    assert.equal(kept, metadata)
  }

  /**
   * Copies it into an empty namespace; with a dry run the differences that it lists are checked as well. `fields` are
   * those of its definition.
   */
  const copy = async (
    backend: TenantsBackend,
    at: Place,
    { to, fields, isTried }: { to: Place; fields: object; isTried: boolean },
  ) => {
    const spec = await specAt(at)
    const kes = spec.kes as object | undefined
    const pair = kes && spec.requestAutoCert === false ? [{ crt: base64(certificate), key: base64(key) }] : []
    const request = v.parse(ClonedTenant, {
      name: to.tenant,
      namespace: to.namespace,
      idp: { keys },
      tls: { minio: pair },
      ...(kes && { encryption: { vault } }),
    })
    const dryRun = isTried ? await backend.clone(at, request, true) : undefined
    await backend.clone(at, request, false)
    const tenant = ['tenant', 'kes', 'logsearchapi', 'prometheus'].reduce(
      (value, label) => renamed(value, label, at.tenant, to.tenant),
      spec,
    )
    const expected = {
      ...without(tenant, [
        'imagePullSecret',
        'credsSecret',
        'externalCertSecret',
        'externalCaCertSecret',
        'externalClientCertSecret',
        'kes',
      ]),
      ...('configuration' in fields
        ? { configuration: { name: `${to.tenant}-env-configuration` } }
        : { env: withBrowser(tenant.env) }),
      // operators of generation 5 still accept it, but no longer need it
      ...('credsSecret' in fields && !('features' in fields) && { credsSecret: { name: `${to.tenant}-secret` } }),
      users: [{ name: `${to.tenant}-user-0` }],
      ...(pair.length > 0 && {
        externalCertSecret: [{ name: `${to.tenant}-external-server-certificate-0`, type: 'kubernetes.io/tls' }],
      }),
      ...(kes && {
        kes: {
          ...without(tenant.kes as object, ['externalCertSecret', 'clientCertSecret']),
          kesSecret: { name: `${to.tenant}-secret-kes-configuration` },
        },
      }),
    }
    const copied = await specAt(to)
    assert.equal(copied, expected)
    const changedPaths = dryRun?.differences
      ?.map(({ path }) => plainPath(path))
      .filter((path) => !path.startsWith('/metadata/'))
    if (changedPaths) assert.equal(changedPaths.sort(), differingPaths(spec, copied))
  }

  return { tenantPath, specAt, setPrometheus, updateAndGrow, secure, edit, copy }
}
