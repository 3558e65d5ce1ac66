import { Failure, type MissingPermission } from '../core/failure.ts'
import { isObjectAction } from './policy/actions.ts'

/** What an action of S3 works on, as far as the request names it. */
type Target = { bucket?: string | undefined; key?: string | undefined }

/**
 * A missing action with the ARN that a policy would name: all objects of the bucket where the request names no key, the
 * bucket alone for an action on buckets, no resource for an action of administrators.
 */
export const missingPermission = (action: string, { bucket, key }: Target = {}): MissingPermission => {
  if (!action.startsWith('s3:')) return { action }
  const path = bucket !== undefined && isObjectAction(action) ? `${bucket}/${key || '*'}` : (bucket ?? '*')
  return { action, resource: `arn:aws:s3:::${path}` }
}

/** `s3:GetObject is not granted on docs/a.txt`. */
export const notGranted = (action: string, { bucket, key = '' }: Target = {}) =>
  `${action} is not granted${bucket === undefined ? '' : ` on ${bucket}/${key}`}`

/** A refusal that names the missing action, and on what. */
export const accessDenied = (action: string, target: Target = {}, detail = notGranted(action, target)) =>
  new Failure(403, 'Access denied', {
    code: 'AccessDenied',
    detail,
    missing: [missingPermission(action, target)],
  })
