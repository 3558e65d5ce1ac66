import { Failure } from '../../core/protocol/failure.ts'
import { isXmlText } from './xml.ts'
import {
  keySegmentTooLong,
  keyHasControlCharacters,
  bucketNameInvalid,
  noSuchBucket,
  keyHasDotSegment,
  keyHasDoubleSlash,
  keyBeginsWithSlash,
  keyHasBackslash,
} from './messages.ts'

/** A server's limits for names of buckets and objects. */
export type NameRules = {
  isBucket(name: string): boolean
  /** Whether `a//b` and `a/../b` differ from `a/b` and `b`; other servers read them as these. */
  hasAnySlashes: boolean
  /** Whether `/a` differs from `a`; other servers read it as `a`. */
  hasLeadingSlashes: boolean
  /** Whether `a\b` differs from `a/b`; other servers read it as `a/b`. */
  hasBackslashes: boolean
  /** Whether listings return keys with characters that XML cannot represent. */
  hasControlCharacters: boolean
  /** Whether listings of incomplete uploads encode keys when they claim to. */
  hasEncodedUploads: boolean
  /** Largest number of bytes between slashes, on servers that store each part as a file name. */
  maxSegment: number | undefined
}

/** Rules of S3. Names that are invalid for new buckets are accepted, since old buckets may have them. */
export const s3Names: NameRules = {
  isBucket: (name) => /^[\w.:-]{3,255}$/.test(name),
  hasAnySlashes: true,
  hasLeadingSlashes: true,
  hasBackslashes: true,
  hasControlCharacters: true,
  hasEncodedUploads: true,
  maxSegment: undefined,
}

/** Rules of servers that store objects as files of the same name. */
export const fileNames: NameRules = {
  ...s3Names,
  hasAnySlashes: false,
  hasLeadingSlashes: false,
  maxSegment: 255,
}

/** Paths of buckets and objects for requests. */
export type Paths = {
  isBucket(name: string): boolean
  /** Whether listings of incomplete uploads encode keys when they claim to. */
  hasEncodedUploads(): boolean
  /** Path of a bucket to create. Throws 400 for an invalid name. */
  newBucketPath(name: string): string
  /** Path of a bucket. Throws 404 for an invalid name, since a slash in it would address an object. */
  bucketPath(bucket: string): string
  /** Throws 400 for keys that the server confuses with others. */
  checkKey(key: string): void
  /** Path of an object. Throws 400 for a key that the server does not support. */
  objectPath(bucket: string, key: string): string
  /** Path of an object to create; also checks the length of its parts. */
  newObjectPath(bucket: string, key: string): string
}

/** Paths by the rules of a server, which may be known only after its first response. */
export const createPaths = (rules: () => NameRules): Paths => {
  const checkKey = (key: string) => {
    const { hasAnySlashes, hasBackslashes, hasLeadingSlashes } = rules()
    if (!hasBackslashes && key.includes('\\')) throw new Failure(400, keyHasBackslash)
    if (!hasLeadingSlashes && key.startsWith('/')) throw new Failure(400, keyBeginsWithSlash)
    if (hasAnySlashes) return
    if (key.includes('//')) throw new Failure(400, keyHasDoubleSlash)
    if (key.split('/').some((part) => part === '.' || part === '..')) throw new Failure(400, keyHasDotSegment)
  }

  const bucketPath = (bucket: string) => {
    if (!rules().isBucket(bucket)) throw new Failure(404, noSuchBucket)
    return `/${bucket}`
  }

  const objectPath = (bucket: string, key: string) => {
    checkKey(key)
    return `${bucketPath(bucket)}/${key}`
  }

  return {
    isBucket: (name) => rules().isBucket(name),
    hasEncodedUploads: () => rules().hasEncodedUploads,
    newBucketPath: (name) => {
      if (!rules().isBucket(name)) throw new Failure(400, bucketNameInvalid)
      return `/${name}`
    },
    bucketPath,
    checkKey,
    objectPath,
    newObjectPath: (bucket, key) => {
      const { hasControlCharacters, maxSegment } = rules()
      if (!hasControlCharacters && !isXmlText(key)) throw new Failure(400, keyHasControlCharacters)
      if (maxSegment && key.split('/').some((part) => Buffer.byteLength(part) > maxSegment))
        throw new Failure(400, keySegmentTooLong(maxSegment))
      return objectPath(bucket, key)
    },
  }
}
