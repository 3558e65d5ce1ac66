import { type Route, serve } from 'stowage/server'
import type { ObjectsBackend } from '../backend.ts'
import { objectResponse, wantsInline } from '../download.ts'
import { previewHeadersOf, sniffContent } from '../preview.ts'
import type { Range, StoredObject } from '../stored-object.ts'
import { sharing } from './contract.ts'

export const shareRoutes: Route<ObjectsBackend>[] = serve(sharing, {
  share: async ({ backend, params, query, home }) => {
    const object = { path: query.prefix, version: query.version_id || undefined }
    const { links } = await backend.share(params.bucket, {
      objects: [object],
      lifetime: query.expires,
      by: 'session',
      home,
    })
    return links.map(({ url }) => url).join()
  },

  links: async ({ backend, params, body, home }) => {
    const objects = body.objects.map(({ path, version_id }) => ({ path, version: version_id || undefined }))
    const shared = await backend.share(params.bucket, { objects, lifetime: body.expires, by: body.by, home })
    return { ...shared, ends: shared.ends.toISOString() }
  },

  shared: ({ backend, query, headers }) => {
    const get = (range: Range | undefined) => backend.openShared({ text: query.link }, range)
    const form = async (object: StoredObject) => {
      if (!wantsInline(object)) return { link: {} }
      const { type, how } = previewHeadersOf(await sniffContent(get))
      return { link: how === 'inline' ? { inline: type } : {} }
    }
    return objectResponse(headers, get, ({ key }) => key, form)
  },
})
