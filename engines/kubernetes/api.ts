/** A request to a cluster. `path` starts with `/api` or `/apis`, without a query. */
export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  body?: unknown
  /**
   * Media type of the body: default `application/json`, or one of the two patch types that custom resources support.
   */
  type?: 'application/merge-patch+json' | 'application/json-patch+json' | undefined
  signal?: AbortSignal | undefined
}

/**
 * A cluster's API for any token: returns responses of any status. The real one uses HTTP, the demonstration stores
 * objects in the data folder. Throws `Failure` 503 only if there is no response.
 */
export type Api = {
  /** `host:port` of the API server; empty for the demonstration. */
  readonly address: string
  /** A complete response; `body` is parsed if it is JSON, otherwise text. */
  call(token: string, request: ApiRequest): Promise<{ status: number; body: unknown }>
  /** A streaming response (log, watch); it ends when the request's signal fires. */
  stream(token: string, request: ApiRequest): Promise<{ status: number; body: AsyncIterable<Uint8Array> }>
  close(): Promise<void>
}
