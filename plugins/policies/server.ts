import { isDeepStrictEqual } from 'node:util'
import { Failure, filterMatches, parseJson } from 'stowage'
import { serve, type ServerPlugin } from 'stowage/server'
import type { PoliciesBackend } from './backend.ts'
import { type Page, pages, policies } from './contract.ts'
import { sections } from './sections.ts'
import * as messages from './messages.ts'

/** Throws `Failure` 409 if the stored policy is not the one that an edit started from, null for none. */
const assertUnchanged = async (backend: PoliciesBackend, name: string, before: string | null) => {
  const stored = await backend.get(name).catch((error: unknown) => {
    if (error instanceof Failure && error.status === 404) return undefined
    throw error
  })
  if (stored && before === null) throw new Failure(409, messages.policyExists, { field: 'name' })
  if (before !== null && !(stored && isDeepStrictEqual(parseJson(stored.policy), parseJson(before))))
    throw new Failure(409, messages.policyChanged)
}

export default {
  id: 'policies',
  pages,
  sections,
  needs: { '/policies': 'policies', '/policies/*': 'policies', '/check-access': 'access-check' },
  routes: serve(policies, {
    list: async ({ backend }) => {
      const list = await backend.list()
      return { ...list, total: list.policies.length }
    },
    add: async ({ backend, body }) => {
      if (body.replaces !== undefined) await assertUnchanged(backend, body.name, body.replaces)
      return backend.set(body.name, body.policy)
    },
    get: ({ backend, query }) => backend.get(query.name),
    remove: ({ backend, query }) => backend.remove(query.name),
    users: ({ backend, params }) => backend.users(params.name),
    groups: ({ backend, params }) => backend.groups(params.name),
    attachments: async ({ backend }) => ({ attachments: await backend.attachments() }),
    find: async ({ backend, query }) => {
      const { policies, ...rest } = await backend.list()
      const names = policies.filter(({ problem }) => !problem).map(({ name }) => name)
      return { ...rest, ...filterMatches(names, query.text, (name) => name) }
    },
    check: ({ backend, body }) => backend.check(body),
    everything: ({ backend, body }) => backend.everything(body),
    usersWithAccess: ({ backend, body }) => backend.usersWithAccess(body),
    effects: ({ backend, body }) => backend.effects(body),
    administrators: ({ backend, body }) => backend.administrators(body),
    findings: ({ backend, body }) => backend.findings(body.policy),
    vocabulary: ({ backend }) => backend.vocabulary(),
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
    s3: () => import('./s3/index.ts'),
  },
} satisfies ServerPlugin<Page, PoliciesBackend>
