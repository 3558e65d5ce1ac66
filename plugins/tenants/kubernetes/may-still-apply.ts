import { Failure } from 'stowage'
import { KubernetesError } from 'stowage/engines/kubernetes'

/**
 * Whether the cluster may apply a change after this error: it did not respond, a proxy did, or it ran out of time. It
 * names the reason of every other error.
 */
export const mayStillApply = (error: unknown): boolean =>
  error instanceof Failure &&
  error.status >= 500 &&
  (!(error instanceof KubernetesError) || !error.code || error.code === 'Timeout')
