import { assert } from '../../../../test/lib/suite.ts'
import { createTenant } from '../../../../test/lib/tenants.ts'
import type { Schema } from '../../../../engines/kubernetes/demo/schema.ts'
import { generations, tenantCrd } from '../../../../engines/kubernetes/demo/tenant-crd.ts'
import type { TenantsBackend } from '../../backend.ts'
import { compareSettings } from '../../compare/rows.ts'
import { choicesFrom } from '../../../../test/lib/random.ts'
import { randomTenants } from '../../../../test/lib/random-tenants.ts'
import { onBestCluster } from '../../../../test/conformance/clusters.ts'
import { uniqueName } from '../../../../test/conformance/engines.ts'
import { useTenants } from './new-tenant.ts'
import { differingPaths, plainPath, type Spec, useEdits } from './tenant-edits.ts'

type Slot = { source: string; other: string; copy: string }
type Choices = ReturnType<typeof choicesFrom>

const NAME = 'random-source'

onBestCluster('random tenants', (test, cluster, generation, isFull) => {
  const { port } = useTenants(cluster)
  const { tenantPath, specAt, setPrometheus, updateAndGrow, secure, edit, copy } = useEdits(cluster)
  const [version] = tenantCrd(generation).spec.versions.slice(-1)
  const schema = (version?.schema.openAPIV3Schema.properties as Record<string, Schema>).spec as Schema
  const create = (namespace: string, spec: object) =>
    createTenant(cluster().client, namespace, { metadata: { name: NAME }, spec })
  const remove = (namespace: string, tenant = NAME) => cluster().client.remove(tenantPath({ namespace, tenant }))

  /** Returns the spec with random leaves changed. */
  const altered = (spec: Spec, { withProbability }: Choices): Spec => {
    const change = (value: unknown, name: string): unknown => {
      if (Array.isArray(value)) return value.map((entry) => change(entry, name))
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([field, entry]) => [field, change(entry, field)]))
      if (!withProbability(0.08) || value === NAME) return value
      if (typeof value === 'boolean') return !value
      if (typeof value === 'number') return value + 1
      // quantities must stay valid
      return ['storage', 'memory', 'cpu'].includes(name) ? value : `${String(value)}x`
    }
    return change(spec, '') as Spec
  }

  /** Compares a tenant with one that differs in some leaves. */
  const compare = async (backend: TenantsBackend, { source, other }: Slot, choices: Choices) => {
    const spec = await specAt({ namespace: source, tenant: NAME })
    const created = (await create(other, altered(spec, choices))).spec as Spec
    const [one, two] = await Promise.all(
      [source, other].map((namespace) => backend.settings({ namespace, tenant: NAME })),
    )
    if (!one || !two) throw new Error('There are two')
    const textIn = ({ fields }: typeof one, path: string) => fields[path]?.same ?? fields[path]?.text
    const paths = [...new Set([...Object.keys(one.fields), ...Object.keys(two.fields)])]
    const differences = paths.filter((path) => textIn(one, path) !== textIn(two, path))
    assert.equal(differences.map(plainPath).sort(), differingPaths(spec, created))

    const groups = compareSettings(one, two).filter(({ title }) => title !== 'Usage')
    const labelsOf = (isFurther: boolean, isKnown: boolean) =>
      groups
        .filter(({ title }) => (title === 'Further fields') === isFurther)
        .flatMap(({ rows }) => rows)
        .filter(({ alike, cells }) => !alike && !(isKnown && cells.some((cell) => cell.kind === 'withheld')))
        .map(({ label }) => label)
    const further = labelsOf(true, false)
    assert.equal(
      further.filter((path) => !differences.includes(path)),
      [],
      'no field is said to differ that does not',
    )
    const inRows = differences.filter((path) => !further.includes(path))
    const isShown = (path: string) => [one, two].every(({ fields }) => fields[path]?.inRow ?? true)
    assert.equal(
      inRows.filter((path) => !isShown(path)),
      [],
      'what no row shows is a further field',
    )
    if (inRows.length > 0) assert.ok(labelsOf(false, false).length > 0, `no row shows ${inRows}`)
    else assert.equal(labelsOf(false, true), [], 'a row differs although no field does')
    await remove(other)
  }

  /** 64 random tenants cover nearly all the fields of 200. */
  const number = isFull ? 64 : 12
  /** Slow checks run on every third tenant only. */
  const isSampled = (index: number) => !isFull || index % 3 === 0
  test(`${number} tenants are edited, cloned and compared without losing or inventing a field`, async () => {
    const backend = await port()
    const namespaces = (names: readonly string[]) =>
      Promise.all(names.map((name) => cluster().namespace(uniqueName(name))))
    const queue = Array.from({ length: number }, (_, index) => index).values()
    const work = async () => {
      const [source = '', other = '', empty = ''] = await namespaces(['source', 'other', 'empty'])
      const tenantRef = { namespace: source, tenant: NAME }
      for (const index of queue) {
        const seed = 1000 * (generations.indexOf(generation) + 1) + index
        const choices = choicesFrom(seed)
        try {
          await create(source, randomTenants(choices, NAME)(schema))
          const to = { namespace: empty, tenant: `copy-${seed}` }
          await copy(backend, tenantRef, { to, fields: schema.properties ?? {}, isTried: isSampled(index) })
          await remove(empty, to.tenant)
          await updateAndGrow(backend, tenantRef)
          if (index % 3 === 1) await setPrometheus(backend, tenantRef)
          if (isSampled(index)) await secure(backend, tenantRef)
          if (isSampled(index)) await compare(backend, { source, other, copy: empty }, choices)
          if (index % 3 === 2) await edit(backend, tenantRef)
          await remove(source)
        } catch (error) {
          if (error instanceof Error) error.message = `seed ${seed}: ${error.message}`
          throw error
        }
      }
    }
    await Promise.all(Array.from({ length: 4 }, work))
  })
})
