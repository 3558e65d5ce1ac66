import { Failure, type MissingPermission } from '../core/protocol/failure.ts'
import { isObjectAction } from './iam/actions.ts'

/** Bucket and key an S3 action applies to, as far as the request names them. */
type Target = { bucket?: string | undefined; key?: string | undefined }

/**
 * The missing action with the ARN a policy would name: `bucket/*` if the request names no key, the bucket alone for a
 * bucket action, no resource for an admin action.
 */
export const missingPermission = (action: string, { bucket, key }: Target = {}): MissingPermission => {
  if (!action.startsWith('s3:')) return { action }
  const path = bucket !== undefined && isObjectAction(action) ? `${bucket}/${key || '*'}` : (bucket ?? '*')
  return { action, resource: `arn:aws:s3:::${path}` }
}

/** For example `s3:GetObject is not granted on docs/a.txt`. */
export const notGranted = (action: string, { bucket, key = '' }: Target = {}) =>
  `${action} is not granted${bucket === undefined ? '' : ` on ${bucket}/${key}`}`

/** A `Failure` 403 that names the missing action and its resource. */
export const accessDenied = (action: string, target: Target = {}, detail = notGranted(action, target)) =>
  new Failure(403, 'Access denied', {
    code: 'AccessDenied',
    detail,
    missing: [missingPermission(action, target)],
  })
