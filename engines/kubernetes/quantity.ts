const powers: Readonly<Record<string, bigint>> = {
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

/**
 * A quantity of the cluster (`25Gi`, `1.5T`, `1e9`, `26843545600`) in whole units, rounded up as the cluster rounds;
 * nothing for what is none. Text or a number: both come.
 */
export const unitsOf = (quantity: unknown): bigint | undefined => {
  const [, sign, whole = '', part = '', exponent, suffix = ''] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+)|([numkKMGTPE]i?))?$/.exec(String(quantity).trim()) ?? []
  if (whole + part === '') return undefined
  const fine = { n: 9, u: 6, m: 3 }[suffix] ?? 0
  const power = powers[fine > 0 ? '' : suffix]
  if (power === undefined) return undefined
  const down = part.length + fine - Number(exponent ?? 0)
  const scaled = BigInt(whole + part) * power * 10n ** BigInt(Math.max(0, -down))
  const divisor = 10n ** BigInt(Math.max(0, down))
  const units = (scaled + divisor - 1n) / divisor
  return sign === '-' ? -units : units
}
