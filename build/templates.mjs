/**
 * Files of a new plugin by path relative to the root. `name` is the id as an identifier, `title` the display name,
 * `type` the name of its port type.
 */
export const templates = ({ id, name, title, type }) => ({
  [`plugins/${id}/contract.ts`]: `import * as v from 'valibot'
import { get, put, searchQuery, searchResult, text } from 'stowage'

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

/** Settings of the plugin, the same for all accounts. */
export const Settings = v.object({ note: v.pipe(text(200), v.title('Note on the Page')) })
export type Settings = v.InferOutput<typeof Settings>

/** Calls of the plugin. */
export const ${name} = {
  servers: get('/api/v1/${id}', {
    allow: ['admin:ServerInfo'],
    reply: v.object({ servers: v.array(Server), note: v.string() }),
  }),
  /** Servers whose name contains a text, for the palette. */
  find: get('/api/v1/${id}/find', {
    allow: ['admin:ServerInfo'],
    query: searchQuery,
    reply: searchResult(v.object({ name: v.string() })),
  }),
  settings: get('/api/v1/${id}/settings', {
    allow: ['admin:ServerInfo'],
    reply: Settings,
  }),
  setSettings: put('/api/v1/${id}/settings', {
    allow: ['admin:ConfigUpdate'],
    status: 204,
    body: Settings,
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
  search: [
    {
      section: '${title}',
      page: '/${id}',
      load: async () => (await import('./search.ts')).search,
    },
  ],
  settings: [
    {
      id: '${id}',
      title: '${title}',
      about: 'A note for everyone who opens the page.',
      page: '/${id}',
      load: async () => (await import('./panel.ts')).panel,
    },
  ],
} satisfies Plugin<Page>
`,
  [`plugins/${id}/search.ts`]: `import Puzzle from 'lucide-react/icons/puzzle'
import { call, type Search } from 'stowage/web'
import { ${name} } from './contract.ts'

/** Finds servers by name in the palette. */
export const search: Search = async (text, signal) => {
  const { results, hasMore } = await call(${name}.find, { query: { text } }, { signal })
  return {
    hits: results.map(({ name }) => ({ label: name, icon: Puzzle, to: '/${id}' })),
    all: !hasMore,
  }
}
`,
  [`plugins/${id}/panel.ts`]: `import { call, panelForm } from 'stowage/web'
import { ${name}, Settings } from './contract.ts'

/** The form on the Settings page: its fields follow from the schema. */
export const panel = panelForm({
  schema: Settings,
  read: () => call(${name}.settings),
  save: (body) => call(${name}.setSettings, { body }),
})
`,
  [`plugins/${id}/note.ts`]: `import type { KeyValueStore } from 'stowage/server'

/** The note on the page, in the console's own store. */
export const createNote = () => {
  let store: KeyValueStore | undefined
  return {
    open: (opened: KeyValueStore) => void (store = opened),
    read: async () => (await store?.read('${id}')) ?? '',
    write: async (note: string) => store?.write('${id}', note),
  }
}
`,
  [`plugins/${id}/backend.ts`]: `import type { Server } from './contract.ts'

/**
 * Backend of ${id}, implemented per engine, acting as the signed-in caller. Throws \`Failure\` 403 if the caller lacks
 * permission.
 */
export type ${type} = {
  servers(): Promise<Server[]>
  note(): Promise<string>
  setNote(note: string): Promise<void>
}
`,
  [`plugins/${id}/server.ts`]: `import { filterMatches } from 'stowage'
import { serve, type ServerPlugin } from 'stowage/server'
import type { ${type} } from './backend.ts'
import { ${name}, pages, type Page } from './contract.ts'

export default {
  id: '${id}',
  pages,
  routes: serve(${name}, {
    servers: async ({ backend }) => ({ servers: await backend.servers(), note: await backend.note() }),
    find: async ({ backend, query }) => filterMatches(await backend.servers(), query.text, ({ name }) => name),
    settings: async ({ backend }) => ({ note: await backend.note() }),
    setSettings: ({ backend, body }) => backend.setNote(body.note),
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
  },
} satisfies ServerPlugin<Page, ${type}>
`,
  [`plugins/${id}/embedded/index.ts`]: `import { hostname } from 'node:os'
import type { Background, EmbeddedAdapterContext, EmbeddedBackgroundContext, EmbeddedCalls } from 'stowage/server'
import type { ${type} } from '../backend.ts'
import { createNote } from '../note.ts'

/** Names of the calls in traces. */
export const calls: EmbeddedCalls<${type}> = {
  names: { servers: 'admin.ServerInfo', note: 'admin.ServerInfo', setNote: 'admin.SetConfigKV' },
}

/** Runs from start to stop of the console. */
export const background = ({ sharedInstances, keyValueStore }: EmbeddedBackgroundContext): Background => {
  sharedInstances(createNote).open(keyValueStore)
  return { stop: async () => {} }
}

/** The embedded engine has one server: this process. */
export default (context: EmbeddedAdapterContext): ${type} => ({
  servers: async () => {
    context.authenticate().caller.assert('admin:ServerInfo')
    return [{ name: hostname(), version: context.version ?? '', uptime: Math.floor(process.uptime()) }]
  },
  note: async () => {
    context.authenticate().caller.assert('admin:ServerInfo')
    return context.sharedInstances(createNote).read()
  },
  setNote: async (note) => {
    context.authenticate().caller.assert('admin:ConfigUpdate')
    await context.sharedInstances(createNote).write(note)
  },
})
`,
  [`plugins/${id}/minio/index.ts`]: `import * as v from 'valibot'
import type { Background, MinioAdapterContext, MinioBackgroundContext } from 'stowage/server'
import type { ${type} } from '../backend.ts'
import { createNote } from '../note.ts'

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

/** Runs from start to stop of the console. */
export const background = ({ sharedInstances, keyValueStore }: MinioBackgroundContext): Background => {
  sharedInstances(createNote).open(keyValueStore)
  return { stop: async () => {} }
}

/** The servers of a MinIO cluster. The note is not in the storage, so the adapter checks the rights. */
export default ({ admin, assertGranted, sharedInstances }: MinioAdapterContext): ${type} => ({
  servers: async () => {
    const info = await admin.read(Info, { method: 'GET', name: 'info', needs: 'admin:ServerInfo' })
    return info.servers ?? []
  },
  note: async () => {
    await assertGranted('admin:ServerInfo')
    return sharedInstances(createNote).read()
  },
  setNote: async (note) => {
    await assertGranted('admin:ConfigUpdate')
    await sharedInstances(createNote).write(note)
  },
})
`,
  [`plugins/${id}/pages/servers.tsx`]: `import Server from 'lucide-react/icons/server'
import { duration } from 'stowage'
import { column, ListPage, useRows } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { ${name}, type Server as Row } from '../contract.ts'

const columns = [
  column.name('Server', ({ name }: Row) => name),
  column.text('Version', ({ version }: Row) => version, { narrow: 'hidden' }),
  column.text('Running for', ({ uptime }: Row) => uptime, { cell: ({ uptime }) => duration(uptime) }),
]

export default function Servers() {
  const source = useRows(useCall(${name}.servers), ({ servers }) => servers)
  return (
    <ListPage
      title="${title}"
      list={{
        noun: { one: 'server', many: 'servers' },
        source,
        rowKey: ({ name }) => name,
        columns,
        empty: { icon: Server },
        children: source.data?.note && <p>{source.data.note}</p>,
      }}
    />
  )
}
`,
  [`plugins/${id}/test/samples.ts`]: `import type { Samples } from '../../../test/lib/samples.ts'
import type { ${name} } from '../contract.ts'

/** A sample request for each call; the access test sends it as authorized and unauthorized accounts. */
export default {
  servers: { request: {} },
  find: { request: { query: { text: 'a' } } },
  settings: { request: {} },
  setSettings: { request: { body: { note: 'a note' } } },
} satisfies Samples<typeof ${name}>
`,
  [`plugins/${id}/test/conformance.test.ts`]: `import { addUser, expectFailure, onEveryEngine } from '../../../test/conformance/engines.ts'
import { assert } from '../../../test/lib/suite.ts'
import type { ${type} } from '../backend.ts'
import ${name} from '../server.ts'

onEveryEngine('${id}', (test, peer) => {
  test('every server of the storage is listed', async () => {
    const servers = await (await peer().port<${type}>(${name})).servers()
    assert.ok(servers.length > 0)
    for (const { name, uptime } of servers) assert.ok(name !== '' && uptime >= 0)
  })

  test('an account without admin:ServerInfo is refused', async () => {
    const account = await addUser(await peer().as(), ['readonly'])
    const limited = await peer().port<${type}>(${name}, account)
    await expectFailure(403, limited.servers())
  })

  test('the note is the same for all accounts', async () => {
    const own = await peer().port<${type}>(${name})
    await own.setNote('a note')
    const admin = await addUser(await peer().as(), ['consoleAdmin'])
    const other = await peer().port<${type}>(${name}, admin)
    assert.is(await other.note(), 'a note')
  })
})
`,
})

/** Test of a plugin outside of the repository. */
export const packageTest = ({ id, name, title }) => `import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { checkAccess, chromium, engines, startConsole, type TestConsole } from 'stowage/testing'
import { ${name} } from '../contract.ts'

for (const { name: engine, missing } of engines)
  describe(\`${id} on \${engine}\`, { skip: missing }, () => {
    let app: TestConsole
    before(async () => {
      app = await startConsole({ engine })
    })
    after(() => app?.stop())

    it('lists the servers of the storage', async () => {
      const { servers } = await app.root.call(${name}.servers)
      assert.ok(servers.length > 0)
    })

    it('makes no exception from the rights in its contract', async () => {
      await checkAccess(app, ${name}, {
        servers: { request: {} },
        find: { request: { query: { text: 'a' } } },
        settings: { request: {} },
        setSettings: { request: { body: { note: 'a note' } } },
      })
    })

    it('shows the servers and the note on its page', { skip: !chromium && 'no Chromium' }, async () => {
      await app.root.call(${name}.setSettings, { body: { note: 'Written by a test' } })
      const page = await app.openPage('/${id}')
      await page.getByRole('heading', { name: '${title}' }).waitFor()
      await page.getByText('Running for').first().waitFor()
      await page.getByText('Written by a test').waitFor()
      assert.deepEqual(app.pageErrors(), [])
    })
  })
`
