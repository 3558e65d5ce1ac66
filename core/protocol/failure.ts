/** A permission missing for a request: an action, and its resource if it has one. */
export type MissingPermission = {
  /** As policies name it (`s3:GetObject`); for Kubernetes `k8s:list:tenants.minio.min.io`. */
  action: string
  /** An ARN for S3 actions; `namespaces/<name>` for a Kubernetes action in a namespace. */
  resource?: string | undefined
}

/** Machine-readable data of a failure, so that nothing parses its sentences. */
export type FailureData = {
  /** The cause, as a sentence or as another program's message. */
  detail?: string | undefined
  /** Path of the request field that the failure is about: `targetURL`, `minio.endpoint`. */
  field?: string | undefined
  /** Permissions that the caller lacks. */
  missing?: readonly MissingPermission[] | undefined
  /** Distinguishes failures of the same status; the storage's own code if it has one: `NoSuchBucket`. */
  code?: string | undefined
  /** Numbers and names in the message: `{ statement: 3 }`. */
  params?: Readonly<Record<string, string | number>> | undefined
}

/**
 * Error of a call, used on both halves: thrown by engines and handlers on the server, sent as the error response's body
 * (docs/api.md), and thrown again by `call()` in the browser. `status` is the HTTP status (0 in the browser: no
 * response at all), `message` a sentence for people.
 */
export class Failure extends Error implements FailureData {
  override readonly name = 'Failure'
  readonly detail: string | undefined
  readonly field: string | undefined
  readonly missing: readonly MissingPermission[]
  readonly code: string | undefined
  readonly params: Readonly<Record<string, string | number>>
  constructor(
    readonly status: number,
    message: string,
    { detail, field, missing = [], code, params = {} }: FailureData = {},
  ) {
    super(message)
    this.detail = detail
    this.field = field
    this.missing = missing
    this.code = code
    this.params = params
  }
}

/** An error as a `Failure`: itself, or one with its text. */
export const toFailure = (error: unknown) => (error instanceof Failure ? error : new Failure(0, String(error)))

/** Code of a failure whose response gives no reason, such as a proxy's error page. */
export const UNEXPLAINED = 'Unexplained'

/** Whether a failure is temporary: the console, the storage server or a proxy is down or starting. */
export const isTemporaryFailure = ({ status }: Pick<Failure, 'status'>) => [0, 502, 503, 504].includes(status)
