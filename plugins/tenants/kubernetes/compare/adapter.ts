import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Resource } from 'stowage/engines/kubernetes'
import type { CompareBackend } from '../../compare/backend.ts'
import type { Settings } from '../../compare/contract.ts'
import { coveredCells } from '../../compare/rows.ts'
import { renameTenant } from '../create/rename.ts'
import { placementFrom } from '../create/template-placement.ts'
import { readConfiguration } from '../create/template-kes.ts'
import { viewOf } from '../create/template.ts'
import { isSecretVariable } from '../configuration.ts'
import { itemOf } from '../item.ts'
import { tenantAt } from '../kind.ts'
import { entriesOf, leafText, leavesOf, pathText } from '../leaves.ts'
import { referencesOf } from '../references.ts'
import { tenantOf } from '../tenant.ts'
import { withUncovered } from '../uncovered.ts'
import type { KubernetesAdapterContext } from 'stowage/server'

const amount = v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')
const Amounts = v.fallback(v.object({ cpu: amount, memory: amount }), { cpu: '', memory: '' })
const Resources = v.fallback(v.object({ requests: Amounts, limits: Amounts }), {
  requests: { cpu: '', memory: '' },
  limits: { cpu: '', memory: '' },
})
const Pools = v.object({ pools: v.array(v.looseObject({ resources: Resources })) })

/** Placement rules without the tenant's own name, which always differs. */
const rulesOf = (name: string, { affinity, nodeSelector }: Readonly<Record<string, unknown>>) =>
  JSON.stringify([affinity, nodeSelector]).replaceAll(JSON.stringify(name), '"{tenant}"')

const poolsOf = ({ metadata, spec }: Resource): Settings['pools'] =>
  v.parse(Pools, spec).pools.map((pool) => {
    const { placement, unknown } = placementFrom(pool)
    return {
      ...pool.resources,
      placement: placement as Settings['steps']['placement'],
      rules: unknown ? rulesOf(metadata.name, pool) : '',
    }
  })

/** Paths of secret values in lists called `env`. */
const secretsIn = (value: unknown, steps: readonly (string | number)[] = []): string[] =>
  entriesOf(value).flatMap(([step, entry]) => {
    const path = [...steps, step]
    const { name, value: text } = (entry ?? {}) as { name?: unknown; value?: unknown }
    if (steps.at(-1) === 'env' && isSecretVariable(name) && text !== undefined) return [pathText([...path, 'value'])]
    return secretsIn(entry, path)
  })

/** Every leaf of a tenant's spec; `uncovered` are those that no row of the comparison shows. */
const fieldsOf = ({ metadata: { name }, spec }: Resource, uncovered: ReadonlySet<string>): Settings['fields'] => {
  const secret = new Set(secretsIn(spec))
  const ownReferences = new Set(
    referencesOf(spec).flatMap(({ name: to, path }) => (to.startsWith(`${name}-`) ? [path] : [])),
  )
  const unnamed = new Map(
    Array.from(leavesOf(renameTenant(spec, name, '{tenant}')), (leaf) => [pathText(leaf.steps), leafText(leaf.value)]),
  )
  return Object.fromEntries(
    Array.from(leavesOf(spec), (leaf) => {
      const path = pathText(leaf.steps)
      const text = leafText(leaf.value)
      const same = secret.has(path)
        ? createHash('sha256').update(text).digest('hex')
        : ownReferences.has(path)
          ? `{tenant}${text.slice(name.length)}`
          : unnamed.get(path)
      return [
        path,
        {
          text: secret.has(path) ? 'Set' : text,
          ...(same !== undefined && same !== text && { same }),
          ...(!uncovered.has(path) && { inRow: true }),
        },
      ]
    }),
  )
}

/** Reads tenants for comparison, with the same code as the wizard and a tenant's page. */
export const compareOn = (caller: KubernetesAdapterContext): CompareBackend => ({
  settings: async ({ namespace, tenant }) => {
    const resource = await caller.client.get(tenantAt(namespace, tenant))
    const { used, usable } = itemOf(resource)
    // parses each text only once, because each parse takes a worker thread
    const texts = new Map<string, Promise<unknown>>()
    const read = (text: string) => {
      const configuration = texts.get(text) ?? readConfiguration(text)
      texts.set(text, configuration)
      return configuration
    }
    const { result, uncovered } = await withUncovered(caller.client, resource, async (client, one) => {
      const [{ template, environment, unread }, details] = await Promise.all([
        viewOf(client, one, read),
        tenantOf({ ...caller, client }, one),
      ])
      const settings: Settings = {
        ...{
          tenant: details,
          steps: template.steps,
          secrets: template.reenter,
          pools: poolsOf(one),
          environment,
          unread,
        },
        ...(used !== undefined && usable !== undefined && { used, usable }),
        fields: {},
      }
      return { result: settings, displayed: coveredCells(settings) }
    })
    return { ...result, fields: fieldsOf(resource, uncovered) }
  },
})
