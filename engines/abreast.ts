/** Runs at most `most` tasks concurrently; the rest wait in FIFO order. */
export const createAbreast = (most: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Runs tasks with the same key one after another, and tasks with different keys concurrently. */
export const createTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(thing: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(thing) ?? Promise.resolve()).then(work)
    const over = mine.catch(() => undefined)
    last.set(thing, over)
    try {
      return await mine
    } finally {
      if (last.get(thing) === over) last.delete(thing)
    }
  }
}
