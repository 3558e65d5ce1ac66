const factors: Readonly<Record<string, bigint>> = {
  '': 1n,
  k: 10n ** 3n,
  M: 10n ** 6n,
  G: 10n ** 9n,
  T: 10n ** 12n,
  P: 10n ** 15n,
  E: 10n ** 18n,
  Ki: 2n ** 10n,
  Mi: 2n ** 20n,
  Gi: 2n ** 30n,
  Ti: 2n ** 40n,
  Pi: 2n ** 50n,
  Ei: 2n ** 60n,
}

/** Largest quantity in Kubernetes; larger ones are capped (apimachinery, `resource.Quantity`). */
export const MAX_QUANTITY = 2n ** 63n - 1n

/** Limits far above any real quantity; longer texts would take minutes to compute. */
const LIMITS = { digits: 40, exponent: 30 }

/**
 * Parses a Kubernetes quantity (`25Gi`, `1.5T`, `1e9`, `26843545600`) to whole units, rounded up and capped as in
 * Kubernetes. `undefined` for anything else, and for exponents beyond ±30 or more than 40 digits. Accepts text or a
 * number.
 */
export const parseQuantity = (quantity: unknown): bigint | undefined => {
  const text = String(quantity).trim()
  if (text.length > 2 * LIMITS.digits) return undefined
  const [, sign, integer = '', part = '', exponent = '0', suffix = ''] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+)|([numkKMGTPE]i?))?$/.exec(text) ?? []
  if (integer + part === '' || integer.length + part.length > LIMITS.digits) return undefined
  if (Math.abs(Number(exponent)) > LIMITS.exponent) return undefined
  const fine = { n: 9, u: 6, m: 3 }[suffix] ?? 0
  const power = factors[fine > 0 ? '' : suffix]
  if (power === undefined) return undefined
  const down = part.length + fine - Number(exponent)
  const scaled = BigInt(integer + part) * power * 10n ** BigInt(Math.max(0, -down))
  const divisor = 10n ** BigInt(Math.max(0, down))
  const rounded = (scaled + divisor - 1n) / divisor
  const units = rounded > MAX_QUANTITY ? MAX_QUANTITY : rounded
  return sign === '-' ? -units : units
}
