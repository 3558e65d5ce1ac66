type Step = string | number

const isPlain = (step: string) => /^[\w-]+$/.test(step)

/** Text of a path; names that contain dots are in brackets: `labels["app.kubernetes.io/name"]`. */
export const pathText = (steps: readonly Step[]) =>
  steps
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      return isPlain(step) ? `${index > 0 ? '.' : ''}${step}` : `[${JSON.stringify(step)}]`
    })
    .join('')

/** Value of a leaf as text. */
export const leafText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Fields or entries of a value. Leaves have none; empty lists and maps count as leaves. */
export const entriesOf = (value: unknown): readonly (readonly [Step, unknown])[] => {
  if (Array.isArray(value)) return value.map((entry, index) => [index, entry] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** All leaves below a value, in order. */
export const leavesOf = function* (
  value: unknown,
  steps: readonly Step[] = [],
): Generator<{ steps: readonly Step[]; value: unknown }> {
  const entries = entriesOf(value)
  if (entries.length === 0) yield { steps, value }
  for (const [step, entry] of entries) yield* leavesOf(entry, [...steps, step])
}

/** A leaf that differs between two values, with both sides if present. */
export type Difference = { path: string; before?: string; after?: string }

const textsOf = (value: unknown) =>
  new Map(
    Array.from(leavesOf(value), (leaf) => [pathText(leaf.steps), leaf.value] as const).filter(([path]) => path !== ''),
  )

/** Every leaf that differs between two values, in the order of the first, then of the second. */
export const differencesBetween = (one: unknown, other: unknown): Difference[] => {
  const [before, after] = [textsOf(one), textsOf(other)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [had, has] = [before.get(path), after.get(path)]
    if (before.has(path) && after.has(path) && JSON.stringify(had) === JSON.stringify(has)) return []
    return [
      {
        path,
        ...(before.has(path) && { before: leafText(had) }),
        ...(after.has(path) && { after: leafText(has) }),
      },
    ]
  })
}
