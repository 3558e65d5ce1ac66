type Method = (...args: unknown[]) => Promise<unknown>

/**
 * Limits concurrent port calls to `limitOf()`, read at each call; 0 means unlimited. The others wait in FIFO order.
 * Calls of methods for which `isLimited` returns false neither wait nor count.
 */
export const createConcurrencyGate = (limitOf: () => number) => {
  const waiting: (() => void)[] = []
  let running = 0
  const hasCapacity = () => {
    const limit = limitOf()
    return limit === 0 || running < limit
  }
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    if (hasCapacity() && waiting.length === 0) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      running -= 1
      for (; waiting.length > 0 && hasCapacity(); running += 1) waiting.shift()?.()
    }
  }
  return <Port>(port: Port, isLimited: (method: string) => boolean = () => true): Port =>
    Object.fromEntries(
      Object.entries(port as Record<string, Method>).map(([name, call]) => [
        name,
        isLimited(name) ? (...args: unknown[]) => limited(() => call(...args)) : call,
      ]),
    ) as Port
}
