import Package from 'lucide-react/icons/package'
import Users from 'lucide-react/icons/users'
import { act, useState } from 'react'
import { assert, type Test } from '../../lib/suite.ts'
import * as v from 'valibot'
import { get } from '../../../core/protocol/contract.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { navigate } from '../../../core/web/location.ts'
import type { PageProps, Plugin, Search, Session } from '../../../core/web/plugin.ts'
import { startTestSession } from '../../lib/session.ts'
import { createConsole } from '../../../core/shell/app.tsx'
import { Root } from '../../../core/shell/root.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Page } from '../../../ui/page.tsx'
import { useCall } from '../../../core/web/use-call.ts'
import { find, flush, render, until } from '../../lib/react.tsx'
import { startFakeServer, type FakeResponse, type ReceivedRequest } from '../fake-server.ts'

const Thing = ({ params }: PageProps) => <Page title={`Thing ${params.name}`}>thing</Page>

const Form = () => {
  const [text, setText] = useState('')
  useLeaveGuard(text !== '')
  return (
    <Page title="Form">
      <label>
        Name <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
    </Page>
  )
}

const things = get('/api/v1/things', { allow: 'signed-in', reply: v.object({ name: v.string() }) })

const noop = () => {}

const Things = () => {
  const { data, error, reload } = useCall(things)
  return (
    <Page title="Things" actions={<Button tone="primary">Create</Button>}>
      <output>{[data?.name ?? 'nothing', error?.message ?? 'fine'].join(', ')}</output>
      <Button onPress={() => void reload()}>Refresh</Button>
      <Button tone="primary" where="browser">
        Download
      </Button>
      <Menu
        label="More"
        items={[
          { label: 'Rename', onSelect: noop },
          { label: 'Disable', where: 'server', onSelect: noop },
          { label: 'Remove', tone: 'danger', onSelect: noop },
        ]}
      />
    </Page>
  )
}

/** Behavior of the pages, and how often their code was requested. A test sets the fields it needs. */
export const pageState = { broken: true, loads: 0, fetched: 0, find: (async () => ({ hits: [] })) as Search }

const Fragile = () => {
  if (pageState.broken) throw new Error('a bug in this page')
  return <Page title="Fragile">whole again</Page>
}

const loadOften = async () => {
  pageState.loads += 1
  if (pageState.loads === 1) throw new Error('Failed to fetch dynamically imported module')
  return { default: () => <Page title="Late">loaded</Page> }
}

const pointed = async () => {
  pageState.fetched += 1
  return named('Pointed')()
}

const named = (title: string) => async () => ({ default: () => <Page title={title}>{title} content</Page> })

/** Two plugins with the pages of the tests: working, throwing, slow to load, and missing. */
export const plugins: Plugin[] = [
  {
    id: 'buckets',
    routes: [
      { path: '/buckets', page: '/buckets', load: named('Buckets') },
      { path: '/frame', page: '/frame', layout: 'bare', load: named('Frame') },
    ],
    sidebar: [
      {
        page: '/buckets',
        label: 'Buckets',
        icon: Package,
        group: 'common',
        key: 'b',
        actions: [{ label: 'Create Bucket', to: '/buckets?create=1', key: 'c', needs: 's3:CreateBucket' }],
      },
    ],
  },
  {
    id: 'users',
    routes: [
      { path: '/users', page: '/users', load: named('Users') },
      { path: '/users/:name', page: '/users/:userName+', title: ':name', load: async () => ({ default: Thing }) },
      { path: '/things', page: '/things', load: async () => ({ default: Things }) },
      { path: '/form', page: '/form', load: async () => ({ default: Form }) },
      { path: '/fragile', page: '/fragile', load: async () => ({ default: Fragile }) },
      { path: '/late', page: '/late', load: loadOften },
      { path: '/pointed', page: '/pointed', load: pointed },
      { path: '/gone', page: '/gone', load: () => Promise.reject(new Error('Failed to fetch')) },
    ],
    sidebar: [
      { page: '/users', label: 'Users', short: 'U', icon: Users, group: 'tools', key: 'u' },
      {
        page: '/pointed',
        label: 'Pointed',
        icon: Users,
        group: 'tools',
        actions: [{ label: 'Go Late', to: '/late?now=1' }],
      },
    ],
    search: [
      {
        section: 'People',
        page: '/users',
        load:
          async () =>
          (...args) =>
            pageState.find(...args),
      },
    ],
  },
]

const pages = [
  '/buckets',
  '/frame',
  '/users',
  '/users/:userName+',
  '/form',
  '/fragile',
  '/late',
  '/gone',
  '/pointed',
  '/things',
]

/** The console's server: its responses, and the requests it received. */
export const server: {
  reply: (sent: ReceivedRequest) => FakeResponse | Promise<FakeResponse>
  sent: readonly ReceivedRequest[]
} = {
  reply: () => ({ status: 204 }),
  sent: [],
}

/** Gives each test a server that answers with 204 unless configured otherwise, and an empty document. */
export const useFakeServer = (test: Test) => {
  test.before.each(async () => {
    window.localStorage.clear()
    server.reply = () => ({ status: 204 })
    server.sent = (await startFakeServer((sent) => server.reply(sent))).sent
  })
}

/** Renders the console at a path, with a session. */
export const openConsole = async (path: string, parts: Partial<Session> = {}) => {
  startTestSession({ pages, account: 'ana moreau', plugins: ['buckets', 'users'], ...parts })
  await act(async () => navigate(path, { force: true }))
  await render(<Root signedIn={async () => createConsole(plugins)} />)
  await flush(3)
}

/** The title of the page on screen. */
export const heading = () => find('h1').textContent

/** Waits until a page is on screen. */
export const waitForPage = (title: string) => until(() => assert.is(heading(), title))
