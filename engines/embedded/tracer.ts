import { createFeed, type Feed } from '../feed.ts'

/** A completed adapter call. Durations in ns, sizes in bytes. */
export type CompletedCall = {
  kind: 's3' | 'internal'
  host: string
  time: Date
  /** For example `s3.PutObject`. */
  name: string
  method: string
  path: string
  query: string
  client: string
  /** Request id; empty for background work. */
  request: string
  account: string
  /** Access key of the account or of its service account; empty without a session. */
  accessKey: string
  status: number
  error: string
  took: number
  firstByte: number
  received: number
  sent: number
}

export type Tracer = Feed<CompletedCall>

export const createTracer = (): Tracer => createFeed<CompletedCall>()
