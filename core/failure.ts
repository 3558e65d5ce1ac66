/**
 * Why a call failed, on either half: thrown by engines and handlers on the server, where it becomes the error body
 * `{ code, message, detailedMessage }`, and thrown again by `call()` in the browser.
 * `status` is the HTTP status (0 in the browser: no answer at all), `message` a sentence for people, `detail` the cause.
 */
export class Failure extends Error {
  override readonly name = 'Failure'
  constructor(
    readonly status: number,
    message: string,
    readonly detail?: string,
  ) {
    super(message)
  }
}

/** Whether a failure passes by itself: the storage server, or whoever stands before it, is away or starting. */
export const passesByItself = ({ status }: Failure) => [502, 503, 504].includes(status)

/** How long to wait before asking again after so many tries, in ms: longer each time, up to half a minute. */
export const patience = (tries: number) => Math.min(30_000, 2000 * 2 ** tries)
