import { Failure } from '../../core/failure.ts'

/** Bucket names that the server keeps for itself: below `/minio` lies its admin API. */
const reserved = ['minio', '.minio.sys']

/** Whether a text can be the name of a bucket that exists. */
export const isBucket = (name: string) => /^[\w.:-]{3,63}$/.test(name) && !reserved.includes(name)

/** The path that a new bucket is to have; 400 for what cannot be a bucket's name. */
export const newBucketPath = (name: string) => {
  if (!isBucket(name)) throw new Failure(400, 'This cannot be the name of a bucket')
  return `/${name}`
}

/**
 * The path of a bucket. Whatever is no bucket's name is a bucket that does not exist (404), since a slash in it would
 * address an object, and `minio` the admin API.
 */
export const bucketPath = (bucket: string) => {
  if (!isBucket(bucket)) throw new Failure(404, 'The specified bucket does not exist')
  return `/${bucket}`
}

/**
 * Refuses (400) names that the server does not keep apart from others: it reads `/a` as `a`, and in a removal of
 * several also `a//b` as `a/b`.
 */
export const checkKey = (key: string) => {
  if (key.startsWith('/')) throw new Failure(400, 'This storage server has no object names that begin with "/"')
  if (key.includes('//')) throw new Failure(400, 'This storage server has no object names with "//" in them')
  if (key.split('/').some((part) => part === '.' || part === '..'))
    throw new Failure(400, 'This storage server has no object names with "." or ".." between slashes')
}

/** The path of an object; 400 for a name that this server cannot have. */
export const objectPath = (bucket: string, key: string) => {
  checkKey(key)
  return `${bucketPath(bucket)}/${key}`
}

/** The longest name of a file, in bytes: what stands between two slashes is one on the server's drives. */
const MOST = 255

/**
 * The path of an object that is to be stored; of a name too long for a drive the server would only say that it is slow.
 */
export const newObjectPath = (bucket: string, key: string) => {
  if (key.split('/').some((part) => Buffer.byteLength(part) > MOST))
    throw new Failure(400, `This storage server has no object names with more than ${MOST} bytes between slashes`)
  return objectPath(bucket, key)
}
