import * as v from 'valibot'
import { limits, text } from 'stowage'

/**
 * Image reference with registry or project: a tag, a digest, or both. In `quay.io/minio/minio:RELEASE.…@sha256:…` the
 * tag names the release, and the digest pins it.
 */
export const imagePattern =
  /^[^\s:@/]+(:\d+)?(\/[^\s:@/]+)+(:\w[\w.-]{0,127}(@[a-z0-9]+:[0-9a-f]{32,128})?|@[a-z0-9]+:[0-9a-f]{32,128})$/

const required = v.pipe(text(limits.name), v.minLength(1, 'Field cannot be empty'))

/** Private image registry with its credentials. */
export const Registry = v.object({ registry: required, username: required, password: required })
export type Registry = v.InferOutput<typeof Registry>
