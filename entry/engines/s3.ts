export { parseResponse, readJson } from '../../engines/s3/response.ts'
export { createClient, USER_AGENT } from '../../engines/s3/client.ts'
export { compareKeys, decodeUrl, type Entry, type ListPage, scanList } from '../../engines/s3/list-xml.ts'
export type { Paths } from '../../engines/s3/paths.ts'
export { S3Error, toS3Error } from '../../engines/s3/s3-error.ts'
export { createRemote } from '../../engines/s3/remote.ts'
export { encodePath, type Keys, md5 } from '../../engines/s3/sign.ts'
export { createSubResources, NO_LOCK } from '../../engines/s3/sub-resources.ts'
export {
  wrapElement,
  element,
  elementsIn,
  escape,
  fromXml,
  isXmlText,
  type Node,
  rewriteElements,
  type Span,
  toXml,
  unescape,
} from '../../engines/s3/xml.ts'
export { type ListedBucket, readBucketList } from '../../engines/s3/bucket-list.ts'
export type { S3Caller } from '../../engines/s3/caller.ts'
export { NOT_OFFERED, notOffered } from '../../engines/s3/capabilities.ts'
export { isLocked, isSealed, isTargetMissing, isWithoutLocking } from '../../engines/s3/error-texts.ts'
export { fallbackOn, hasCode } from '../../engines/s3/has-code.ts'
export type { S3BackgroundContext } from '../../engines/s3/kit.ts'
export { areUnknown, assertGranted, dependOnTags, grants, type Rights } from '../../engines/s3/rights.ts'
