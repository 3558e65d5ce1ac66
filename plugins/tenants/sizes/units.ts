/** A gibibyte, in bytes. */
export const GI = 1024 ** 3

/** The units in which sizes of a cluster are said, from a thousand's stand-in on. */
export const sizeUnits = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const
export type SizeUnit = (typeof sizeUnits)[number]

const written = /^\s*\d+(\.\d*)?\s*$/

/** A size as somebody typed it, in bytes: 0 for a unit that there is not, `NaN` for what is no number. */
export const bytesOf = (value: string, unit: string): number => {
  const power = ['B', ...sizeUnits].indexOf(unit)
  if (power < 0) return 0
  return written.test(value) ? Number(value) * 1024 ** power : NaN
}
