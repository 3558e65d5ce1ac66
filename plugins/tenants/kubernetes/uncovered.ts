import { Failure } from 'stowage'
import type { Client, Resource } from 'stowage/engines/kubernetes'
import { entriesOf, leavesOf, pathText } from './leaves.ts'

type Step = string | number

/** Limit of attempts: tenants need a few hundred, but a manifest may have any number of fields. */
const MAX_ATTEMPTS = 2000

/** Returns the value with another one at a path. */
const withAt = (value: unknown, [step, ...rest]: readonly Step[], other: unknown): unknown => {
  if (step === undefined) return other
  if (Array.isArray(value)) return value.with(Number(step), withAt(value[Number(step)], rest, other))
  const fields = value as Record<string, unknown>
  return { ...fields, [step]: withAt(fields[step], rest, other) }
}

/** Returns the value with every leaf changed. */
const altered = (value: unknown): unknown => {
  if (Array.isArray(value) && value.length > 0) return value.map(altered)
  if (entriesOf(value).length > 0)
    return Object.fromEntries(Object.entries(value as object).map(([name, entry]) => [name, altered(entry)]))
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value + 1 : `${String(value)}1`
}

/** Client that caches each object and list. Once sealed, it returns 404 for anything else. */
const remembering = (client: Client) => {
  const lookups = new Map<string, Promise<unknown>>()
  const state = { sealed: false }
  const once = <Result>(key: string, ask: () => Promise<Result>): Promise<Result> => {
    const pending = lookups.get(key) as Promise<Result> | undefined
    if (pending) return pending
    if (state.sealed) return Promise.reject(new Failure(404, 'not pending'))
    const lookup = ask()
    lookups.set(key, lookup)
    lookup.catch(() => undefined)
    return lookup
  }
  const get: Client['get'] = (path, options) => once(path, () => client.get(path, options))
  const list: Client['list'] = (path, query, options) =>
    once(`${path} ${JSON.stringify(query)}`, () => client.list(path, query, options))
  return { client: { ...client, get, list }, seal: () => void (state.sealed = true) }
}

/**
 * Returns a view of a tenant, and the paths of spec leaves that do not affect the view. They are determined by changing
 * each leaf, so that no list of fields can become outdated.
 */
export const withUncovered = async <View>(
  client: Client,
  tenant: Resource,
  view: (client: Client, tenant: Resource) => Promise<{ seen: View; shown: unknown }>,
): Promise<{ seen: View; uncovered: ReadonlySet<string> }> => {
  const memory = remembering(client)
  const { seen: viewResult, shown: compared } = await view(memory.client, tenant)
  memory.seal()
  const text = JSON.stringify(compared)
  let attempts = 0
  const isSame = (steps: readonly Step[], other: unknown) => {
    attempts += 1
    return view(memory.client, { ...tenant, spec: withAt(tenant.spec, steps, other) }).then(
      (changed) => JSON.stringify(changed.shown) === text,
      () => false,
    )
  }
  const uncovered = new Set<string>()
  /** If changing a whole branch has no effect, neither has any of its parts. */
  const look = async (steps: readonly Step[], value: unknown): Promise<void> => {
    if (attempts >= MAX_ATTEMPTS || (await isSame(steps, altered(value)))) {
      for (const leaf of leavesOf(value, steps)) uncovered.add(pathText(leaf.steps))
      return
    }
    for (const [step, entry] of entriesOf(value)) await look([...steps, step], entry)
  }
  for (const [step, entry] of entriesOf(tenant.spec)) await look([step], entry)
  return { seen: viewResult, uncovered }
}
