type Cause = { field: string; message: string }

const reasons = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Expired',
  422: 'Invalid',
  500: 'InternalError',
} as const

/** An error of the demonstration's API, returned as a Kubernetes `Status`. */
export class ApiError extends Error {
  constructor(
    readonly status: keyof typeof reasons,
    message: string,
    readonly reason: string = reasons[status],
    readonly causes: readonly Cause[] = [],
    readonly object?: string,
  ) {
    super(message)
  }
}

/** Converts an error to a `Status` as the Kubernetes API formats it. */
export const toStatus = ({ status, message, reason, causes, object }: ApiError) => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  code: status,
  ...((object !== undefined || causes.length > 0) && {
    details: {
      ...(object !== undefined && { name: object }),
      ...(causes.length > 0 && { causes: causes.map((cause) => ({ reason: 'FieldValueInvalid', ...cause })) }),
    },
  }),
})

/** 422 for an object that violates its schema. */
export const invalidObject = (kind: string, name: string, causes: readonly Cause[]) =>
  new ApiError(
    422,
    `${kind} "${name}" is invalid: ${causes.map(({ field, message }) => `${field}: ${message}`).join(', ')}`,
    undefined,
    causes,
  )
