import { Failure, filterMatches } from 'stowage'
import { serve, type ServerPlugin } from 'stowage/server'
import type { TierKeys, TiersBackend } from './backend.ts'
import { type Page, pages, tiers } from './contract.ts'
import { typeOf } from './types.ts'
import { sections } from './sections.ts'
import * as messages from './messages.ts'

type RequestedCredentials = {
  access_key?: string | undefined
  secret_key?: string | undefined
  creds?: string | undefined
}

/** Throws `Failure` 422 with the fields that the type requires. */
const keysOf = (type: string, credentials: RequestedCredentials): TierKeys => {
  const kind = typeOf(type)
  if (!kind) throw new Failure(422, messages.unknownTypeInPath(type), { field: 'type' })
  const missing = kind.update.find(({ key }) => !credentials[key as keyof RequestedCredentials])
  if (missing) throw new Failure(422, messages.fieldEmpty(missing.key), { field: missing.key })
  return credentials.creds === undefined || type !== 'gcs'
    ? { access: credentials.access_key ?? '', secret: credentials.secret_key ?? '' }
    : { creds: credentials.creds }
}

export default {
  id: 'tiers',
  pages,
  sections,
  needs: { '/tiers': 'tiers', '/tiers/add': 'tiers', '/tiers/add/:service': 'tiers' },
  routes: serve(tiers, {
    list: async ({ backend }) => ({ items: await backend.list() }),
    add: ({ backend, body }) => backend.add(body),
    rotate: ({ backend, params, body }) => backend.rotate(params.name, keysOf(params.type, body)),
    find: async ({ backend, query }) => filterMatches(await backend.list(), query.text, ({ name }) => name),
    verify: ({ backend, params }) => backend.verify(params.name),
    uses: ({ backend, params }) => backend.uses(params.name),
    remove: ({ backend, params }) => backend.remove(params.name),
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
  },
} satisfies ServerPlugin<Page, TiersBackend>
