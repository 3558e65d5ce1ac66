import type { Failure } from '../../core/protocol/failure.ts'
import type { CallState } from '../../core/web/use-call.ts'

/** Result of `useCall()` after a response with `data`, or with an error. */
export const callState = <T>(data?: T, error?: Failure): CallState<T> => ({
  data,
  error,
  loading: false,
  reload: async () => undefined,
  asOf: undefined,
})
