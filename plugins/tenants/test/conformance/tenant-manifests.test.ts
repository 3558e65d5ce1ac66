import { readdirSync, readFileSync } from 'node:fs'
import { assert, suite } from '../../../../test/lib/suite.ts'
import type { Resource } from '../../../../engines/kubernetes/client.ts'
import { pathOf } from '../../../../engines/kubernetes/client.ts'
import type { Schema } from '../../../../engines/kubernetes/demo/schema.ts'
import { type Release, releases, tenantSpecSchema } from '../../../../engines/kubernetes/demo/tenant-fields.ts'
import { readYaml } from '../../../../engines/kubernetes/yaml.ts'
import { defineTenants } from '../../../../test/lib/generations.ts'
import { onBestCluster } from '../../../../test/conformance/clusters.ts'
import { uniqueName } from '../../../../test/conformance/engines.ts'
import { kind, useTenants } from './new-tenant.ts'
import { type Spec, useEdits } from './tenant-edits.ts'

const folder = 'test/conformance/manifests'
/** Manifests by name and operator release, which is the end of the file name. */
const files = readdirSync(folder)
  .sort()
  .flatMap((file) => {
    const [, name = '', release] = /^(.+)-([\d.]+)\.yaml$/.exec(file) ?? []
    // other files are rendered charts
    return release
      ? [{ file: `${folder}/${file}`, name, release: releases.find((one) => one === release) as Release }]
      : []
  })

/** Fields of a schema that a value uses, down to those without further properties. */
const usedIn = (schema: Schema, value: unknown, path = ''): string[] => {
  const { properties, items } = schema
  if (Array.isArray(value) && items) return value.flatMap((entry) => usedIn(items, entry, `${path}[]`))
  if (!properties || typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, entry]) =>
    usedIn(properties[name] ?? {}, entry, path === '' ? name : `${path}.${name}`),
  )
}

const manifestIn = async (file: string) => (await readYaml(readFileSync(file, 'utf8'))) as Resource

const coverage = suite('the fields of the manifests')
coverage('twelve manifests have every field that a release of the operator defines', async () => {
  assert.is(files.length, 12)
  const used = new Set<string>()
  for (const { file, release } of files)
    for (const path of usedIn(tenantSpecSchema(release), (await manifestIn(file)).spec))
      used.add(path.replace(/\[\]$/, ''))
  const table = readFileSync('test/engines/tenant-fields.txt', 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' || line.startsWith('#') ? [] : [(line.split(' ')[0] ?? '').replace(/\[\]$/, '')]))
  assert.equal(
    table.filter((path) => !used.has(path)),
    [],
  )
})

onBestCluster('manifests of others', (test, cluster, generation) => {
  // each manifest contains the definitions of its release
  if (generation !== 'v7') return
  const { port } = useTenants(cluster)
  const { tenantPath, specAt, updateAndGrow, secure, edit, copy } = useEdits(cluster)

  for (const { file, name, release } of files)
    test(`${name} of operator ${release} is adopted, edited and cloned without losing a field`, async () => {
      await defineTenants(cluster().client, release)
      cluster().renew()
      const manifest = await manifestIn(file)
      const [namespace, empty] = [
        await cluster().namespace(uniqueName(name)),
        await cluster().namespace(uniqueName('copy')),
      ]
      const { metadata, ...rest } = manifest
      const created = await cluster().client.create(pathOf(kind, { namespace }), {
        ...rest,
        metadata: { ...metadata, namespace },
      })
      assert.equal(created.spec, manifest.spec, 'the schema of its release has all fields')
      const tenantRef = { namespace, tenant: metadata.name }
      const backend = await port()
      const to = { namespace: empty, tenant: 'copied' }
      await copy(backend, tenantRef, { to, fields: tenantSpecSchema(release).properties ?? {}, isTried: true })
      const { labels = {}, annotations = {} } = (await cluster().client.get(tenantPath(to))).metadata
      assert.not.match(JSON.stringify([labels, annotations]), /helm|argocd|app.kubernetes.io\/(managed-by|instance)/i)
      await updateAndGrow(backend, tenantRef)
      await secure(backend, tenantRef)
      await edit(backend, tenantRef)
      const { pools } = await specAt(tenantRef)
      assert.is(pools.length, (manifest.spec as Spec).pools.length + 1)
      assert.is((await backend.tenant(tenantRef)).pools?.length, pools.length)
    })
})
