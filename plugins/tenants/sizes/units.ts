/** One gibibyte, in bytes. */
export const GIB = 1024 ** 3

/** Binary units of Kubernetes quantities, in ascending order. */
export const sizeUnits = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const

const decimalNumber = /^\s*\d+(\.\d*)?\s*$/

/** Converts a typed size to bytes: 0 for an unknown unit, `NaN` for an invalid number. */
export const bytesOf = (value: string, unit: string): number => {
  const power = ['B', ...sizeUnits].indexOf(unit)
  if (power < 0) return 0
  return decimalNumber.test(value) ? Number(value) * 1024 ** power : NaN
}
