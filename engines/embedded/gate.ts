type Method = (...args: unknown[]) => Promise<unknown>

/**
 * Lets as many calls of ports run side by side as `mostOf` says at the time, any number for 0; the others wait for
 * their turn, first come first served.
 */
export const createGate = (mostOf: () => number) => {
  const waiting: (() => void)[] = []
  let running = 0
  const hasRoom = () => {
    const most = mostOf()
    return most === 0 || running < most
  }
  const passed = async <T>(work: () => Promise<T>): Promise<T> => {
    if (hasRoom() && waiting.length === 0) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      running -= 1
      for (; waiting.length > 0 && hasRoom(); running += 1) waiting.shift()?.()
    }
  }
  return <Port>(port: Port): Port =>
    Object.fromEntries(
      Object.entries(port as Record<string, Method>).map(([name, call]) => [
        name,
        (...args: unknown[]) => passed(() => call(...args)),
      ]),
    ) as Port
}
