/** Call counters since the process started: calls by name, errors, server errors (5xx), and bytes. */
export type CallCounters = {
  add(name: string, status: number, received: number, sent: number): void
  calls(): ReadonlyMap<string, { count: number; failed: number; serverErrors: number }>
  bytes(): { received: number; sent: number }
}

export const createCallCounters = (): CallCounters => {
  const calls = new Map<string, { count: number; failed: number; serverErrors: number }>()
  const bytes = { received: 0, sent: 0 }
  return {
    add: (name, status, received, sent) => {
      const counter = calls.get(name) ?? { count: 0, failed: 0, serverErrors: 0 }
      calls.set(name, counter)
      counter.count += 1
      if (status >= 400) counter.failed += 1
      if (status >= 500) counter.serverErrors += 1
      bytes.received += received
      bytes.sent += sent
    },
    calls: () => calls,
    bytes: () => ({ ...bytes }),
  }
}
