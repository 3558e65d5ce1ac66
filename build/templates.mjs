/**
 * Files of a new plugin by path relative to the root. `name` is the id as an identifier, `title` the display name,
 * `type` the name of its port type.
 */
export const templates = ({ id, name, title, type }) => ({
  [`plugins/${id}/contract.ts`]: `import * as v from 'valibot'
import { get } from 'stowage'

/** The plugin's pages and the IAM actions each needs; without any, every signed-in account has it. */
export const pages = { '/${id}': ['admin:ServerInfo'] } as const
export type Page = keyof typeof pages

/** Status of one server of the storage. */
const Server = v.object({
  name: v.string(),
  version: v.string(),
  /** Uptime in seconds. */
  uptime: v.number(),
})
export type Server = v.InferOutput<typeof Server>

/** Calls of the plugin. */
export const ${name} = {
  servers: get('/api/v1/${id}', {
    allow: ['admin:ServerInfo'],
    reply: v.object({ servers: v.array(Server) }),
  }),
}
`,
  [`plugins/${id}/plugin.ts`]: `import Puzzle from 'lucide-react/icons/puzzle'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

export default {
  id: '${id}',
  routes: [
    {
      path: '/${id}',
      page: '/${id}',
      load: () => import('./pages/servers.tsx'),
    },
  ],
  sidebar: [
    {
      page: '/${id}',
      label: '${title}',
      icon: Puzzle,
      group: 'tools',
    },
  ],
} satisfies Plugin<Page>
`,
  [`plugins/${id}/backend.ts`]: `import type { Server } from './contract.ts'

/** What ${id} needs from an engine, acting as the signed-in caller. Throws \`Failure\` 403 if the caller lacks permission. */
export type ${type} = {
  servers(): Promise<Server[]>
}
`,
  [`plugins/${id}/server.ts`]: `import { serve, type ServerPlugin } from 'stowage/server'
import type { ${type} } from './backend.ts'
import { ${name}, pages, type Page } from './contract.ts'

export default {
  id: '${id}',
  pages,
  routes: serve(${name}, {
    servers: async ({ backend }) => ({ servers: await backend.servers() }),
  }),
  adapters: {
    embedded: () => import('./embedded.ts'),
    minio: () => import('./minio.ts'),
  },
} satisfies ServerPlugin<Page, ${type}>
`,
  [`plugins/${id}/embedded.ts`]: `import { hostname } from 'node:os'
import type { Calls, EmbeddedAdapterContext } from 'stowage/engines/embedded'
import type { ${type} } from './backend.ts'

/** Names of the calls in traces. */
export const calls: Calls = { family: 'admin', names: { servers: 'admin.ServerInfo' } }

/** The embedded engine has one server: this process. */
export default ({ enter, version = '' }: EmbeddedAdapterContext): ${type} => ({
  servers: async () => {
    enter().caller.assert('admin:ServerInfo')
    return [{ name: hostname(), version, uptime: Math.floor(process.uptime()) }]
  },
})
`,
  [`plugins/${id}/minio.ts`]: `import * as v from 'valibot'
import type { Caller } from 'stowage/engines/minio'
import type { ${type} } from './backend.ts'

const Info = v.object({
  servers: v.nullish(
    v.array(
      v.pipe(
        v.object({ endpoint: v.string(), version: v.optional(v.string(), ''), uptime: v.optional(v.number(), 0) }),
        v.transform(({ endpoint, ...server }) => ({ name: endpoint, ...server })),
      ),
    ),
    [],
  ),
})

/** The servers of a MinIO cluster (minio-server 3.9). */
export default ({ admin }: Caller): ${type} => ({
  servers: async () => {
    const info = await admin.read(Info, { method: 'GET', name: 'info', needs: 'admin:ServerInfo' })
    return info.servers ?? []
  },
})
`,
  [`plugins/${id}/pages/servers.tsx`]: `import RefreshCw from 'lucide-react/icons/refresh-cw'
import { duration } from 'stowage'
import { Button, Details, LoadError, Page } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { ${name} } from '../contract.ts'

export default function Servers() {
  const { data, error, reload } = useCall(${name}.servers)

  return (
    <Page
      title="${title}"
      actions={
        <Button icon={RefreshCw} onPress={reload}>
          Refresh
        </Button>
      }
    >
      {error && <LoadError what="the servers" error={error} onRetry={reload} />}
      {data?.servers.map(({ name, version, uptime }) => (
        <Details
          key={name}
          rows={[
            { label: 'Server', value: name },
            { label: 'Version', value: version || '-' },
            { label: 'Running for', value: duration(uptime) },
          ]}
        />
      ))}
    </Page>
  )
}
`,
  [`test/plugins/${id}/samples.ts`]: `import type { ${name} } from '../../../plugins/${id}/contract.ts'
import type { Samples } from '../../lib/samples.ts'

/** A sample request for each call; the access test sends it as authorized and unauthorized accounts. */
export default { servers: { ask: {} } } satisfies Samples<typeof ${name}>
`,
  [`test/conformance/${id}.test.ts`]: `import * as assert from 'uvu/assert'
import ${name} from '../../plugins/${id}/server.ts'
import type { ${type} } from '../../plugins/${id}/backend.ts'
import { addUser, onEveryEngine, refused } from './engines.ts'

onEveryEngine('${id}', (test, peer) => {
  test('every server of the storage is listed', async () => {
    const servers = await (await peer().port<${type}>(${name})).servers()
    assert.ok(servers.length > 0)
    for (const { name, uptime } of servers) assert.ok(name !== '' && uptime >= 0)
  })

  test('an account without admin:ServerInfo is refused', async () => {
    const lowly = await addUser(await peer().as(), ['readonly'])
    await refused(403, (await peer().port<${type}>(${name}, lowly)).servers())
  })
})
`,
})
