import { includesIgnoringCase, parseGoDuration } from 'stowage'
import type { ServedCall } from '../contract.ts'

/** Conditions for calls that have arrived; empty texts and zeros filter nothing. Durations in ns. */
export type CallFilter = {
  /** Exact name of the API. */
  api: string
  threshold: number
  onlyErrors: boolean
  statusCode: number
  method: string
  funcname: string
  path: string
  user: string
}

/** Whether a call matches, by the same rules as on the server. */
export const createCallFilter =
  ({ api, threshold, onlyErrors, statusCode, method, funcname, path, user }: CallFilter) =>
  (call: ServedCall): boolean =>
    (!api || call.api === api) &&
    (!threshold || parseGoDuration(call.callStats.duration) > threshold) &&
    (!onlyErrors || call.statusCode >= 400 || (call.statusCode === 0 && call.statusMsg !== '')) &&
    (!statusCode || call.statusCode === statusCode) &&
    // a capture of another console may lack methods and users
    (!method || call.method === method) &&
    (!funcname || includesIgnoringCase(call.api, funcname)) &&
    (!path || includesIgnoringCase(call.path, path)) &&
    (!user || includesIgnoringCase(call.user ?? '', user))
