/** A browser opens six connections per host; two remain for the pages. */
const CONNECTIONS = 4

let freeConnections = CONNECTIONS
const waiting: (() => void)[] = []

/** Runs work on one of the connections shared by transfers, once one is free. */
export const withSlot = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  signal.throwIfAborted()
  if (freeConnections > 0) freeConnections -= 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else freeConnections += 1
  }
}
