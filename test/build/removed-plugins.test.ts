import { cpSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { demoTokens } from '../../engines/kubernetes/demo/access-control.ts'
import { isCall } from '../../server/routes.ts'
import { dist } from '../lib/dist.ts'
import { plugins } from '../lib/plugins-of-server.ts'
import { copyProject, type Project } from '../lib/project.ts'
import { signIn, startServer } from '../lib/server.ts'

const test = suite('an installed console without the folder of a built-in plugin')

let project: Project
const installed = () => join(project.root, 'dist')
test.before(() => {
  project = copyProject('package.json')
  cpSync(dist, installed(), { recursive: true })
})
test.after(() => project.remove())

type Session = { pages: string[]; plugins: string[] }

const exampleOf = (path: string) => path.replace(/:\w+/g, 'x')

/** Calls of a plugin that no other plugin answers; a path with parameters may match those of others. */
const ownCalls = (id: string) => {
  const calls = plugins.flatMap((plugin) =>
    plugin.routes.flatMap(({ endpoint }) => (isCall(endpoint) ? [{ id: plugin.id, endpoint }] : [])),
  )
  const answers = (pattern: string, path: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)
  const others = calls.filter((call) => call.id !== id).map(({ endpoint }) => endpoint)
  return calls
    .filter((call) => call.id === id)
    .map(({ endpoint: { method, path } }) => ({ method, path: exampleOf(path) }))
    .filter(({ method, path }) => !others.some((other) => other.method === method && answers(other.path, path)))
}

/** Warnings and errors of a log, except that plugins which require the removed one are off. */
const problemsIn = (logs: string, removed: string) =>
  logs
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(
      ({ level, msg }) => level >= 40 && !msg.endsWith(`is off: It requires the plugin "${removed}", which is off`),
    )

test('tests below cover every plugin', () => {
  const folders = readdirSync(join(installed(), 'plugins')).sort()
  assert.equal(folders, plugins.map(({ id }) => id).sort())
})

for (const { id, pages, adapters } of plugins)
  test(`has no "${id}" after the next start, and no errors`, async () => {
    const folder = join(installed(), 'plugins', id)
    renameSync(folder, join(project.root, id))
    const isForClusters = adapters && !('embedded' in adapters)
    const env: Record<string, string> = isForClusters ? { CONSOLE_OPERATOR_MODE: 'demo' } : {}
    const server = await startServer({ build: installed(), env })
    try {
      const admin = await signIn(
        server.url,
        isForClusters ? { accessKey: '', secretKey: demoTokens.admin } : server.root,
      )
      const session = (await admin('GET', '/api/v1/session')).json as Session
      assert.not(session.plugins.includes(id))
      assert.equal(
        Object.keys(pages).filter((page) => session.pages.includes(page)),
        [],
      )
      for (const { method, path } of ownCalls(id)) assert.is((await admin(method, path)).status, 404, path)
      assert.is((await admin('GET', '/')).status, 200)
      assert.equal(problemsIn(server.logs(), id), [])
    } finally {
      renameSync(join(project.root, id), folder)
    }
  })
