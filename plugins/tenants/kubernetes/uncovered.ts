import { Failure } from 'stowage'
import type { Client, Resource } from 'stowage/engines/kubernetes'
import { entriesOf, leavesOf, pathText } from './leaves.ts'

type Step = string | number

/** Limit of attempts: tenants need a few hundred, but a manifest may have any number of fields. */
const MAX_ATTEMPTS = 2000

/** Copy of a value with another one at a path. */
const replaceAt = (value: unknown, [step, ...rest]: readonly Step[], other: unknown): unknown => {
  if (step === undefined) return other
  if (Array.isArray(value)) return value.with(Number(step), replaceAt(value[Number(step)], rest, other))
  const fields = value as Record<string, unknown>
  return { ...fields, [step]: replaceAt(fields[step], rest, other) }
}

/** Copy of a value with every leaf changed. */
const withLeavesChanged = (value: unknown): unknown => {
  if (Array.isArray(value) && value.length > 0) return value.map(withLeavesChanged)
  if (entriesOf(value).length > 0)
    return Object.fromEntries(Object.entries(value as object).map(([name, entry]) => [name, withLeavesChanged(entry)]))
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value + 1 : `${String(value)}1`
}

/** Client that caches each object and list. Once sealed, it returns 404 for anything else. */
const cacheReads = (client: Client) => {
  const reads = new Map<string, Promise<unknown>>()
  const state = { sealed: false }
  const once = <Result>(key: string, send: () => Promise<Result>): Promise<Result> => {
    const cached = reads.get(key) as Promise<Result> | undefined
    if (cached) return cached
    if (state.sealed) return Promise.reject(new Failure(404, 'not read before'))
    const read = send()
    reads.set(key, read)
    read.catch(() => undefined)
    return read
  }
  const get: Client['get'] = (path, options) => once(path, () => client.get(path, options))
  const list: Client['list'] = (path, query, options) =>
    once(`${path} ${JSON.stringify(query)}`, () => client.list(path, query, options))
  return { client: { ...client, get, list }, seal: () => void (state.sealed = true) }
}

/**
 * Returns a view of a tenant, and the paths of spec leaves that do not affect what it displays. They are determined by
 * changing each leaf, so that no list of fields can become outdated.
 */
export const withUncovered = async <View>(
  client: Client,
  tenant: Resource,
  view: (client: Client, tenant: Resource) => Promise<{ result: View; displayed: unknown }>,
): Promise<{ result: View; uncovered: ReadonlySet<string> }> => {
  const cache = cacheReads(client)
  const { result, displayed } = await view(cache.client, tenant)
  cache.seal()
  const text = JSON.stringify(displayed)
  let attempts = 0
  const isSame = (steps: readonly Step[], other: unknown) => {
    attempts += 1
    return view(cache.client, { ...tenant, spec: replaceAt(tenant.spec, steps, other) }).then(
      (changed) => JSON.stringify(changed.displayed) === text,
      () => false,
    )
  }
  const uncovered = new Set<string>()
  /** If changing a whole branch has no effect, neither has any of its parts. */
  const visit = async (steps: readonly Step[], value: unknown): Promise<void> => {
    if (attempts >= MAX_ATTEMPTS || (await isSame(steps, withLeavesChanged(value)))) {
      for (const leaf of leavesOf(value, steps)) uncovered.add(pathText(leaf.steps))
      return
    }
    for (const [step, entry] of entriesOf(value)) await visit([...steps, step], entry)
  }
  for (const [step, entry] of entriesOf(tenant.spec)) await visit([step], entry)
  return { result, uncovered }
}
