import { createPaths, fileNames } from '../s3/paths.ts'

/** Bucket names reserved by the server: below `/minio` is its admin API. */
const reserved = ['minio', '.minio.sys']

/**
 * Paths on a MinIO server. It reads `/a` as `a`, and in bulk deletes also `a//b` as `a/b`. For a part of a key that is
 * too long for a drive, it would only respond with SlowDown.
 */
export const minioPaths = createPaths(() => ({
  ...fileNames,
  isBucket: (name) => /^[\w.:-]{3,63}$/.test(name) && !reserved.includes(name),
}))

export const { bucketPath } = minioPaths
