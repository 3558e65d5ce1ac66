export type Close = () => unknown

/** Resources that the running test or hook has opened, in this order; `undefined` outside of tests. */
let started: Close[] | undefined

/** Returns a test or hook that adds the resources that it starts to a list. */
export const collectStarted =
  <A>(list: Close[], run: (argument: A) => unknown) =>
  async (argument: A) => {
    started = list
    try {
      await run(argument)
    } finally {
      started = undefined
    }
  }

/** Closes in reverse order what has been started, and empties the list. */
export const closeAll = async (list: Close[]) => {
  for (let close = list.pop(); close; close = list.pop()) await close()
}

/**
 * Closes something at the end of the test that has started it, or of the suite if a `before` hook has. Returns a
 * function that closes it earlier, and does nothing the second time.
 */
export const closeAtEnd = (close: () => Promise<unknown> | void) => {
  let closed: Promise<unknown> | undefined
  const once = async () => {
    closed ??= Promise.resolve(close())
    await closed
  }
  started?.push(once)
  return once
}

/** Starts something in one test that later tests use, too, and that the suite closes. */
export const leaveOpen = async <T>(start: () => Promise<T>): Promise<T> => {
  const list = started
  started = undefined
  try {
    return await start()
  } finally {
    started = list
  }
}
