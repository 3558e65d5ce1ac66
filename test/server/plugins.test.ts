import { assert, test } from '../lib/suite.ts'
import { del, get } from '../../core/protocol/contract.ts'
import { type Handlers, serve, type ServerPlugin } from '../../core/protocol/serve.ts'
import { plugins } from '../lib/plugins-of-server.ts'
import { choosePlugins } from '../../server/plugin-choice.ts'
import { pluginProblems } from '../../server/plugins.ts'
import { StartError } from '../../engines/start-error.ts'

const contract = { list: get('/api/v1/things/:name', { allow: ['admin:ListUsers'] }) }
const things: ServerPlugin<string, unknown> = {
  id: 'things',
  pages: { '/things': ['admin:ListUsers'] },
  routes: serve(contract, { list: () => {} }),
}

test('the plugins of this repository have no problems', () => {
  assert.equal(pluginProblems(plugins), [])
})

test('a page that requires more than any of its calls is reported', () => {
  const list = get('/api/v1/things', { allow: ['admin:ListUsers'] })
  const remove = del('/api/v1/things', { allow: ['admin:DeleteUser'] })
  const one = (pages: ServerPlugin['pages']): ServerPlugin => ({
    id: 'things',
    pages,
    routes: serve({ list, remove }, { list: () => {}, remove: () => {} }),
  })
  assert.equal(pluginProblems([one({ '/things': ['admin:ListUsers'], '/open': [] })]), [])
  assert.equal(pluginProblems([one({ '/things': ['admin:ListUsers', 'admin:DeleteUser'] })]), [
    'Plugin "things": page "/things" needs admin:ListUsers, admin:DeleteUser, more than any one call; name what its first call allows.',
  ])
})

test('a call without a handler is reported', () => {
  const routes = serve(contract, {} as Handlers<typeof contract, unknown>)
  assert.equal(pluginProblems([{ ...things, routes }]), ['Plugin "things": call "list" has no handler in server.ts.'])
})

test('all problems of a plugin list are reported together, each with its plugin', () => {
  const wrong = {
    call: get('/things', { allow: ['admin:Lst', 'k8s:lst:tenants.minio.min.io'] }),
    same: get('/api/v1/things/:id', { allow: 'signed-in' }),
  }
  const other: ServerPlugin<string, unknown> = {
    id: 'others',
    pages: { '/things': [], '/others': ['admin:NoSuchThing'] },
    routes: serve(wrong, { call: () => {}, same: () => {} }),
  }
  assert.equal(pluginProblems([things, other, { ...other, pages: {}, routes: [] }] as ServerPlugin[]), [
    'Plugin "others": 2 plugins have this id; give each its own.',
    'Plugins "things" and "others": GET /api/v1/things/:… is declared 2 times.',
    'Plugins "things" and "others": page "/things" is declared 2 times.',
    'Plugin "others": page "/others" needs "admin:NoSuchThing", which is no IAM action.',
    'Plugin "others": call "call" allows "admin:Lst", which is no IAM action.',
    'Plugin "others": call "call" allows "k8s:lst:tenants.minio.min.io", which is no action of a cluster.',
    'Plugin "others": "call" has the path "/things"; calls begin with /api/v1/, feeds with /ws/.',
  ])
})

const chosen = (only: string[] | undefined, disabled: string[]) =>
  choosePlugins(plugins, { only, disabled }).map(({ id }) => id)

test('a deployment lists the plugins to enable or to disable', () => {
  assert.equal(
    chosen(undefined, []),
    plugins.map(({ id }) => id),
  )
  assert.equal(chosen(['identity', 'buckets'], []), ['buckets', 'identity'])
  assert.equal(chosen(['identity', 'buckets'], ['buckets']), ['identity'])
})

test('an unknown plugin is refused by both variables', () => {
  assert.throws(
    () => chosen(['identty'], ['nowhere']),
    (error: unknown) =>
      error instanceof StartError &&
      error.message.startsWith(
        'CONSOLE_PLUGINS names "identty", did you mean "identity"?; CONSOLE_PLUGINS_DISABLED names "nowhere", there are ',
      ),
  )
})
