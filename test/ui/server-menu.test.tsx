import { assert, test } from '../lib/suite.ts'
import { initialState } from '../../core/web/initial-state.ts'
import { getPreference, setPreference } from '../../core/web/preferences.ts'
import { ServerMenu } from '../../ui/server-menu.tsx'
import { button, click, findAll, render, until } from '../lib/react.tsx'
import { startFakeServer, type FakeResponse } from '../core/fake-server.ts'

const servers = {
  current: 'prod',
  all: ['prod', 'backup', 'lab', 'gone'].map((name) => ({ name, path: `/x/${name}`, address: `${name}:9000` })),
}

let replies: Record<string, FakeResponse>
test.before.each(async () => {
  window.localStorage.clear()
  replies = {}
  await startFakeServer(({ url }) => replies[url] ?? { status: 503 })
})
test.after.each(() => void delete initialState.servers)

const rows = () =>
  findAll('nav a').map((link) => [
    link.getAttribute('href'),
    [...link.children].slice(1).map(({ textContent }) => textContent),
    [...(link.lastElementChild?.children ?? [])].map(({ textContent }) => textContent),
  ])

test('the menu asks each server with its own session, and shows state, account and version', async () => {
  const up = (parts: object) => ({ body: { state: 'up', ...parts } })
  replies['/x/prod/api/v1/server'] = up({ account: 'admin', version: 'MinIO 2026-02-12' })
  replies['/x/backup/api/v1/server'] = up({ account: 'ana' })
  replies['/x/lab/api/v1/server'] = { status: 401 }
  replies['/x/lab/readyz'] = { status: 200 }
  await render(<ServerMenu servers={servers} closed={false} />)
  await click(button('Server: prod'))
  await until(() =>
    assert.equal(
      rows().map(([, , details]) => details),
      [
        ['Reachable', 'admin', 'MinIO 2026-02-12'],
        ['Reachable', 'ana', 'Version unknown'],
        ['Reachable', 'Not signed in'],
        ['Does not answer', 'Not signed in'],
      ],
    ),
  )
  assert.equal(
    rows().map(([href]) => href),
    ['/x/prod/', '/x/backup/', '/x/lab/', '/x/gone/'],
  )
  assert.equal(
    findAll('nav a').map((link) => link.getAttribute('aria-current')),
    ['page', null, null, null],
  )
})

test('a state that cannot be read is unknown', async () => {
  replies['/x/prod/api/v1/server'] = { body: { state: 'sideways' } }
  await render(<ServerMenu servers={servers} closed />)
  await click(button('Server: prod'))
  await until(() => assert.equal(rows()[0]?.[2], ['Unknown']))
})

test('servers share the look of the console, and nothing that names accounts or addresses', () => {
  initialState.servers = servers
  setPreference('sidebar', 'closed')
  setPreference('wayBack', '/buckets/photos', 'tab')
  initialState.servers = { ...servers, current: 'backup' }
  assert.is(getPreference('sidebar'), 'closed')
  assert.is(getPreference('wayBack', 'tab'), undefined)
  initialState.servers = servers
  assert.is(getPreference('wayBack', 'tab'), '/buckets/photos')
})
