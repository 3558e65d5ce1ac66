import { type Channel, channel } from 'node:diagnostics_channel'

/**
 * A request to a server behind the console, once its response headers or an error arrived. `status` is 0 for an error.
 */
export type UpstreamRequest = { server: string; status: number; seconds: number; span: string | undefined }

const requests = channel('stowage:upstream')

/** Published before a request is sent; a subscriber sets the headers and the id of its span. */
export type StartingRequest = { headers: Record<string, string>; span: string | undefined }

const starts = channel('stowage:upstream-start')

/** Headers of the trace, if this request is traced, and the id of its span. */
export const startUpstream = (): StartingRequest => {
  const starting: StartingRequest = { headers: {}, span: undefined }
  starts.publish(starting)
  return starting
}

/** Reports a request to the subscribers of this process. */
export const reportUpstream = (request: UpstreamRequest) => requests.publish(request)

const subscribe = <Message>(to: Channel, listener: (message: Message) => void) => {
  const receive = (message: unknown) => listener(message as Message)
  to.subscribe(receive)
  return () => void to.unsubscribe(receive)
}

/** Calls `listener` before each request is sent; call the returned function to stop. */
export const onUpstreamStart = (listener: (request: StartingRequest) => void): (() => void) =>
  subscribe(starts, listener)

/** Calls `listener` for each request; call the returned function to stop. */
export const onUpstream = (listener: (request: UpstreamRequest) => void): (() => void) => subscribe(requests, listener)
