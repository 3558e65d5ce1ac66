import type { MinioAdapterContext } from 'stowage/server'
import { fallbackOn, hasCode } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const NOT_SUPPORTED = messages.corsUnsupported

/** Finds out whether a MinIO server supports CORS rules, which only a request to change them reveals. */
export const createCorsSupport = (caller: Pick<MinioAdapterContext, 'call' | 'client' | 'paths' | 'subResources'>) => {
  const { put } = caller.subResources

  /** Whether a server takes the request for the creation of a bucket, which has this header. */
  const isTakenForBucket = async (bucket: string) => {
    const headers = { 'x-amz-bucket-object-lock-enabled': 'invalid' }
    const path = caller.paths.bucketPath(bucket)
    try {
      await caller.call({ method: 'PUT', path, query: { cors: '' }, headers, body: 'no document' })
    } catch (error) {
      return hasCode(error, 'InvalidRequest')
    }
    return false
  }

  /**
   * Sends an invalid document: a server that supports CORS rejects it as malformed, others answer NotImplemented.
   * Changes nothing.
   */
  const supportsCors = async (bucket: string) => {
    try {
      await put(bucket, 'cors', 'no document')
      return true
    } catch (error) {
      if (hasCode(error, 'NotImplemented')) return false
      if (hasCode(error, 'MalformedXML')) return !(await isTakenForBucket(bucket))
      if (hasCode(error, 'InvalidRequest', 'InvalidArgument')) return true
      throw error
    }
  }

  /** Why CORS rules cannot be set. `undefined` also for callers who may not: their permissions explain why. */
  return async (bucket: string) => {
    const support = caller.client.once('cors', () => supportsCors(bucket))
    return (await fallbackOn(support, ['AccessDenied'], true)) ? undefined : NOT_SUPPORTED
  }
}
