import { Failure } from '../../../core/failure.ts'
import type { Client, Resource } from '../../../engines/kubernetes/client.ts'
import { type Leaf, leafText, leavesOf, pathText } from './leaves.ts'

type Step = string | number

/** Maximum number of leaves that are looked at; tenants have some dozens, and their owners may write any number. */
const MOST = 300

/** The value with something else at a path; `undefined` takes away what is there. */
const withAt = (value: unknown, [step, ...rest]: readonly Step[], other: unknown): unknown => {
  if (step === undefined) return other
  if (Array.isArray(value)) {
    const entry = withAt(value[Number(step)], rest, other)
    return entry === undefined ? value.toSpliced(Number(step), 1) : value.with(Number(step), entry)
  }
  const { [step]: before, ...others } = value as Record<string, unknown>
  const entry = withAt(before, rest, other)
  return entry === undefined ? others : { ...(value as object), [step]: entry }
}

const altered = (value: unknown) => {
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value + 1 : `${String(value)}1`
}

/** A client that asks the cluster for each object once; sealed, it has no others. */
const remembering = (client: Client) => {
  const known = new Map<string, Promise<Resource>>()
  const state = { sealed: false }
  const get: Client['get'] = (path, options) => {
    const found = known.get(path)
    if (found) return found
    if (state.sealed) return Promise.reject(new Failure(404, 'not found'))
    const asked = client.get(path, options)
    known.set(path, asked)
    asked.catch(() => undefined)
    return asked
  }
  return { client: { ...client, get }, seal: () => void (state.sealed = true) }
}

/**
 * A view of a tenant, and the leaves of its spec that the view does not depend on: those that can be taken away and
 * altered without a change in it. Found by trying, so that no list of fields can fall behind the code that reads them.
 */
export const withUncovered = async <T>(
  client: Client,
  tenant: Resource,
  view: (client: Client, tenant: Resource) => Promise<T>,
): Promise<{ seen: T; uncovered: Leaf[] }> => {
  const memory = remembering(client)
  const seen = await view(memory.client, tenant)
  memory.seal()
  const text = JSON.stringify(seen)
  const isSame = (steps: readonly Step[], other: unknown) =>
    view(memory.client, { ...tenant, spec: withAt(tenant.spec, steps, other) }).then(
      (changed) => JSON.stringify(changed) === text,
      () => false,
    )
  const uncovered: Leaf[] = []
  let count = 0
  for (const { steps, value } of leavesOf(tenant.spec)) {
    count += 1
    const isUnread = count > MOST || ((await isSame(steps, undefined)) && (await isSame(steps, altered(value))))
    if (isUnread) uncovered.push({ path: pathText(steps), value: leafText(value) })
    if (count > 2 * MOST) break
  }
  return { seen, uncovered }
}
