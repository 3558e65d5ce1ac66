/** One request to a cluster. `path` begins with `/api` or `/apis` and holds no query. */
export type Ask = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  body?: unknown
  /**
   * The body's media type: `application/json` if not given, or one of the two kinds of patch that custom resources
   * know.
   */
  type?: 'application/merge-patch+json' | 'application/json-patch+json' | undefined
  signal?: AbortSignal | undefined
}

/**
 * A cluster's API as the holder of a token sees it: whatever it answers, of any status. The real one speaks HTTP, the
 * demonstration keeps its objects in the data folder. Throws `Failure` 503 only where nothing answers.
 */
export type Api = {
  /** The API server's `host:port`; empty for the demonstration. */
  readonly address: string
  /** One whole answer; `body` is JSON where the answer is, text otherwise. */
  call(token: string, ask: Ask): Promise<{ status: number; body: unknown }>
  /** An answer that goes on (a log, a watch); it ends with the ask's signal. */
  stream(token: string, ask: Ask): Promise<{ status: number; body: AsyncIterable<Uint8Array> }>
  close(): Promise<void>
}
