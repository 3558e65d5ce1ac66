import { createFeed, type Feed } from '../feed.ts'

/** A call that an adapter has answered. Spans in ns, sizes in bytes. */
export type Answered = {
  kind: 's3' | 'internal'
  host: string
  time: Date
  /** Its name: `s3.PutObject`. */
  name: string
  method: string
  path: string
  query: string
  client: string
  /** The id of the request that it was made for; empty for what the console does by itself. */
  request: string
  /** In whose name. */
  account: string
  status: number
  error: string
  took: number
  firstByte: number
  received: number
  sent: number
}

/** Hands on the calls that are answered to whoever follows them. */
export type Tracer = Feed<Answered>

export const createTracer = (): Tracer => createFeed<Answered>()
