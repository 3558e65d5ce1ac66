import { Failure } from '../../core/protocol/failure.ts'

/** Bucket names reserved by the server: below `/minio` is its admin API. */
const reserved = ['minio', '.minio.sys']

/** Whether a bucket of this name can exist. */
export const isBucket = (name: string) => /^[\w.:-]{3,63}$/.test(name) && !reserved.includes(name)

/** Path of a bucket to create. Throws 400 for an invalid name. */
export const newBucketPath = (name: string) => {
  if (!isBucket(name)) throw new Failure(400, 'This cannot be the name of a bucket')
  return `/${name}`
}

/**
 * Path of a bucket. Throws 404 for an invalid name, since a slash in it would address an object, and `minio` the admin
 * API.
 */
export const bucketPath = (bucket: string) => {
  if (!isBucket(bucket)) throw new Failure(404, 'The specified bucket does not exist')
  return `/${bucket}`
}

/**
 * Throws 400 for keys that the server confuses with others: it reads `/a` as `a`, and in bulk deletes also `a//b` as
 * `a/b`.
 */
export const checkKey = (key: string) => {
  if (key.startsWith('/')) throw new Failure(400, 'This storage server has no object names that begin with "/"')
  if (key.includes('//')) throw new Failure(400, 'This storage server has no object names with "//" in them')
  if (key.split('/').some((part) => part === '.' || part === '..'))
    throw new Failure(400, 'This storage server has no object names with "." or ".." between slashes')
}

/** Path of an object. Throws 400 for a key that the server does not support. */
export const objectPath = (bucket: string, key: string) => {
  checkKey(key)
  return `${bucketPath(bucket)}/${key}`
}

/** Longest path segment in bytes: each is a file name on the server's drives. */
const MAX_SEGMENT = 255

/** Path of an object to create. For a segment too long for a drive, the server would only respond with SlowDown. */
export const newObjectPath = (bucket: string, key: string) => {
  if (key.split('/').some((part) => Buffer.byteLength(part) > MAX_SEGMENT))
    throw new Failure(
      400,
      `This storage server has no object names with more than ${MAX_SEGMENT} bytes between slashes`,
    )
  return objectPath(bucket, key)
}
