/**
 * Why a call failed, on either half: thrown by engines and handlers on the server, where it becomes the error body `{
 * code, message, detailedMessage }`, and thrown again by `call()` in the browser. `status` is the HTTP status (0 in the
 * browser: no answer at all), `message` a sentence for people, `detail` the cause.
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

/**
 * Whether a failure passes by itself: the console, the storage server, or whoever stands before them, is away or
 * starting.
 */
export const passesByItself = ({ status }: Pick<Failure, 'status'>) => [0, 502, 503, 504].includes(status)
