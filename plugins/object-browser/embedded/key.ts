import { Failure } from '../../../core/failure.ts'
import type { Target } from '../../../engines/embedded/caller.ts'
import { MAX_KEY } from '../../../engines/embedded/store/keys.ts'

/** Throws `Failure` 400 for what cannot be an object's key; any text of 1 to 1,024 bytes without a NUL can. */
export const assertKey = (key: string) => {
  if (key === '') throw new Failure(400, 'Name the object')
  if (Buffer.byteLength(key) > MAX_KEY) throw new Failure(400, `An object name has at most ${MAX_KEY} bytes`)
  if (/[\p{Cs}\0]/u.test(key)) throw new Failure(400, 'The object name is not valid text')
}

/** An object, or one version of it, as policies see it. */
export const versioned = (bucket: string, key: string, version: string | undefined): Target => ({
  bucket,
  key,
  known: { 's3:versionid': [version ?? ''] },
})
