import { Failure, missingFeatures } from 'stowage'
import { NOT_OFFERED } from 'stowage/engines/s3'
import type { ObjectsBackend } from '../backend.ts'
import type { ShareBackend } from '../share/backend.ts'
import { pickStoredHeaders, type Range } from '../stored-object.ts'
import { createCopying } from './copying.ts'
import { withEncryptionReason } from './encryption-reason.ts'
import { listPage, listVersions } from './listing.ts'
import { assertVersion, metadataOf, tagCountOf, throwSpecificError } from './info.ts'
import { createParts } from './parts.ts'
import { createObjectSettings } from './settings.ts'
import { createRemoval } from './removal.ts'
import { resumeBody } from './resumed-body.ts'
import { createSharing } from './share.ts'
import { createUpload } from './upload.ts'
import type { S3AdapterContext } from 'stowage/server'

const rangeHeader = ({ start, end }: Range) => `bytes=${start ?? ''}-${end ?? ''}`

const spanOf = (contentRange: string) => {
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange) ?? []
  return size === undefined ? undefined : { span: { start: Number(start), end: Number(end) }, size: Number(size) }
}

/** Objects of an S3 server (minio-server 5). */
export const createObjects = (
  caller: S3AdapterContext,
  sharing: ShareBackend = createSharing(caller),
): ObjectsBackend => {
  const { client, paths } = caller

  const get: ObjectsBackend['get'] = async (bucket, key, { version, range }) => {
    await assertVersion(caller, { bucket, key, version })
    const request = {
      method: 'GET' as const,
      path: paths.objectPath(bucket, key),
      query: { versionId: version },
      headers: range && { range: rangeHeader(range) },
    }
    const { headers, body } = await caller.stream(request).catch(throwSpecificError)
    const text = (name: string) => String(headers[name] ?? '')
    const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
    const content = spanOf(text('content-range'))
    /** Reads the rest of the body from an offset; `undefined` if the object has changed. */
    const reopen = async (offset: number) => {
      const start = (content?.span.start ?? 0) + offset
      const condition = { 'if-match': text('etag'), range: rangeHeader({ start, end: content?.span.end }) }
      const rest = await caller.stream({ ...request, headers: condition })
      if (rest.headers.etag === headers.etag && spanOf(String(rest.headers['content-range']))?.span.start === start)
        return rest.body
      rest.body.destroy()
      return undefined
    }
    return {
      size: length,
      type: text('content-type'),
      headers: pickStoredHeaders(text),
      etag: text('etag'),
      modified: new Date(text('last-modified')),
      metadata: metadataOf(headers),
      tagCount: tagCountOf(client, headers),
      ...content,
      body: length === undefined || !headers.etag ? body : resumeBody(body, reopen),
    }
  }

  const upload = createUpload(caller)
  const [removal, settings] = [createRemoval(caller), createObjectSettings(caller)]

  return {
    list: (bucket, listing) => listPage(caller, bucket, listing),
    listVersions: (bucket, listing) => listVersions(caller, bucket, listing),
    assertRewindable: () => {
      // VersityGW reports when a version was replaced
      if (caller.versityAdmin) throw new Failure(501, missingFeatures.rewind, { code: NOT_OFFERED })
    },
    put: (bucket, key, object) => withEncryptionReason(caller, bucket, () => upload(bucket, key, object)),
    ...createParts(caller),
    get,
    ...removal,
    ...createCopying(caller, { ...removal, ...settings }),
    ...settings,
    ...sharing,
  }
}
