import { serve, type ServerPlugin } from 'stowage/server'
import type { LogsBackend } from './backend.ts'
import { config, configProblem } from './config.ts'
import { logs, type Page, pages } from './contract.ts'
import { readLastSeen } from './last-seen.ts'
import { sections } from './sections.ts'

export default {
  id: 'logs',
  pages,
  config,
  configProblem,
  sections,
  routes: serve(
    logs,
    {
      follow: ({ backend, query, signal }) => backend.follow(query, signal),
      search: async ({ backend, query }) => {
        const {
          fp: patterns,
          pageSize: size,
          pageNo,
          order,
          timeStart: start,
          timeEnd: end,
          after,
          source,
          changes,
        } = query
        const { rows, next, searchedUntil } = await backend.search({
          patterns,
          order,
          start,
          end,
          after,
          ...(source !== 'all' && { source }),
          changes: changes === 'true',
          size,
          skip: after ? 0 : pageNo * size,
        })
        return {
          results: rows,
          ...(next && { next: next.join('-') }),
          ...(searchedUntil !== undefined && { searchedUntil: new Date(searchedUntil).toISOString() }),
        }
      },
      auditStatus: ({ backend }) => backend.auditStatus(),
      lastSeen: ({ backend }) => readLastSeen(backend),
      keysLastUsed: ({ backend, body }) => backend.keysLastUsed(body.accessKeys),
      setUp: async ({ backend, body, needRestart }) => {
        const restart = (await backend.setUp(body.address)) === 'restarted'
        if (restart) needRestart()
        return { restart }
      },
      take: ({ backend, headers, body }) => backend.take(String(headers.authorization ?? ''), body),
    },
    { take: ({ backend, headers }) => backend.admit(String(headers.authorization ?? '')) },
  ),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
  },
} satisfies ServerPlugin<Page, LogsBackend, typeof config>
