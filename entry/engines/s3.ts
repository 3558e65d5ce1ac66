// For adapters on S3 servers: parsing, formatting and errors. Functions that need a caller or the server are in
// the adapter context.

// responses
export type { ListedBucket } from '../../engines/s3/bucket-list.ts'
export { type Entry, compareKeys, type ListPage, scanList } from '../../engines/s3/list-xml.ts'
export { parseResponse, readJson } from '../../engines/s3/response.ts'
export {
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
  wrapElement,
} from '../../engines/s3/xml.ts'

// requests
export { USER_AGENT } from '../../engines/s3/client.ts'
export { encodePath, type Keys, md5 } from '../../engines/s3/sign.ts'

// errors
export { NOT_OFFERED, notOffered } from '../../engines/s3/capabilities.ts'
export { isLocked, isSealed, isTargetMissing, isWithoutLocking } from '../../engines/s3/error-texts.ts'
export { fallbackOn, hasCode } from '../../engines/s3/has-code.ts'
export { S3Error, toS3Error } from '../../engines/s3/s3-error.ts'
export { NO_LOCK } from '../../engines/s3/sub-resources.ts'
