/** A promise that the test settles. */
export const deferred = () => {
  let resolve = () => {}
  let reject = (_: unknown) => {}
  const promise = new Promise<void>((done, fail) => {
    resolve = done
    reject = fail
  })
  return { promise, resolve, reject }
}
