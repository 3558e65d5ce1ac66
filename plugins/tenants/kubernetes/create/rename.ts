import { isObject } from 'stowage'

type Rename = (label: string, value: unknown) => unknown

/** Changes only values in selectors that match pods: other text that looks like a name may mean something else. */
const inSelectors = (value: unknown, rename: Rename): unknown => {
  if (Array.isArray(value)) return value.map((entry) => inSelectors(entry, rename))
  if (!isObject(value)) return value
  const { key, values } = value
  if (typeof key === 'string' && Array.isArray(values))
    return { ...value, values: values.map((entry) => rename(key, entry)) }
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      name === 'matchLabels' && isObject(entry)
        ? Object.fromEntries(Object.entries(entry).map(([label, text]) => [label, rename(label, text)]))
        : inSelectors(entry, rename),
    ]),
  )
}

const POOL = 'v1.min.io/pool'

/** Replaces a pool's name in selectors of its pods. */
export const renamePool = (value: unknown, from: string, to: string) =>
  inSelectors(value, (label, text) => (label === POOL && text === from ? to : text))

/** Replaces a tenant's name in selectors of its pods, including its key server (`prod-kes`). */
export const renameTenant = (value: unknown, from: string, to: string) =>
  inSelectors(value, (label, text) => {
    if (!label.startsWith('v1.min.io/') || label === POOL || typeof text !== 'string') return text
    if (text === from) return to
    return label !== 'v1.min.io/tenant' && text.startsWith(`${from}-`) ? to + text.slice(from.length) : text
  })
