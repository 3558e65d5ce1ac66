import { channel } from 'node:diagnostics_channel'

/**
 * A request to a server behind the console, once its response headers or an error arrived. `status` is 0 for an error.
 */
export type UpstreamRequest = { server: string; status: number; seconds: number }

const requests = channel('stowage:upstream')

/** Reports a request to the subscribers of this process. */
export const reportUpstream = (request: UpstreamRequest) => requests.publish(request)

/** Calls `listener` for each request; call the returned function to stop. */
export const onUpstream = (listener: (request: UpstreamRequest) => void): (() => void) => {
  const receive = (request: unknown) => listener(request as UpstreamRequest)
  requests.subscribe(receive)
  return () => void requests.unsubscribe(receive)
}
