type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lays fields over others: maps are joined at every depth, anything else is replaced. */
export const overlay = (base: unknown, over: unknown): unknown =>
  isFields(base) && isFields(over)
    ? {
        ...base,
        ...Object.fromEntries(Object.entries(over).map(([name, value]) => [name, overlay(base[name], value)])),
      }
    : over

/** Replaces a text wherever a value holds exactly it. */
export const replaceText = (value: unknown, from: string, to: string): unknown => {
  if (value === from) return to
  if (Array.isArray(value)) return value.map((entry) => replaceText(entry, from, to))
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, replaceText(entry, from, to)]))
}
