/** A right that a refusal misses: an action, and the resource where the action has one. */
export type MissingPermission = {
  /** As policies name it (`s3:GetObject`); for a cluster `k8s:list:tenants.minio.min.io`. */
  action: string
  /** An ARN for actions of S3; `namespaces/<name>` for an action in one namespace of a cluster. */
  resource?: string | undefined
}

/** What programs read of a failure, so that nothing has to take its sentences apart. */
export type FailureData = {
  /** The cause, as a sentence or in the words of another program. */
  detail?: string | undefined
  /** The field of the request that the failure is about, as a path: `targetURL`, `minio.endpoint`. */
  field?: string | undefined
  /** The rights that the caller lacks. */
  missing?: readonly MissingPermission[] | undefined
  /** Tells failures of one status apart; the storage's own code where it has one: `NoSuchBucket`. */
  code?: string | undefined
  /** What the message says in numbers and names: `{ statement: 3 }`. */
  params?: Readonly<Record<string, string | number>> | undefined
}

/**
 * Why a call failed, on either half: thrown by engines and handlers on the server, where it becomes the body of an
 * error response (docs/api.md), and thrown again by `call()` in the browser. `status` is the HTTP status (0 in the
 * browser: no response at all), `message` a sentence for people.
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

/** The code of a failure whose response gives no reason, such as the error page of a proxy. */
export const UNEXPLAINED = 'Unexplained'

/**
 * Whether a failure passes by itself: the console, the storage server, or whoever stands before them, is away or
 * starting.
 */
export const passesByItself = ({ status }: Pick<Failure, 'status'>) => [0, 502, 503, 504].includes(status)
