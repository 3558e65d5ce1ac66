import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { dist } from '../lib/dist.ts'
import { copySources, type Project, typeErrors } from '../lib/project.ts'
import { signIn, startServer } from '../lib/server.ts'

const test = suite('the console without some plugins')

/** Plugins that no other plugin uses, and a call of each. */
const plugins = { identity: '/api/v1/users', tiers: '/api/v1/admin/tiers', trace: '/ws/trace' }

type Session = { pages: string[]; plugins: string[] }

let project: Project
test.before(() => {
  project = copySources()
  cpSync(dist, join(project.root, 'dist'), { recursive: true })
})
test.after(() => project.remove())

// test/boundaries.test.ts finds what they need of each other
test(`compiles, starts and answers without ${Object.keys(plugins).join(', ')}`, async () => {
  for (const id of Object.keys(plugins))
    for (const folder of ['plugins', 'dist/plugins']) rmSync(join(project.root, folder, id), { recursive: true })
  assert.is(typeErrors(project), '')

  const server = await startServer({ build: join(project.root, 'dist') })
  const admin = await signIn(server.url, server.root)
  const session = (await admin('GET', '/api/v1/session')).json as Session
  for (const [id, call] of Object.entries(plugins)) {
    assert.not(session.plugins.includes(id))
    assert.is((await admin('GET', call)).status, 404, id)
  }
  assert.is((await admin('GET', '/api/v1/buckets')).status, 200)
  assert.is((await admin('GET', '/')).status, 200)
})
