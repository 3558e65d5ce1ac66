import type { S3Error } from './s3-error.ts'

/** Whether an error is a response of the storage server with one of these codes. */
export const hasCode = (error: unknown, ...codes: string[]): error is S3Error =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Returns the result of the work, or `value` if the storage server responds with one of the codes. */
export const fallbackOn = async <T, V>(work: Promise<T>, codes: readonly string[], value: V): Promise<T | V> => {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, ...codes)) return value
    throw error
  }
}
