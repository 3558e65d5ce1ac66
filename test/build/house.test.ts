import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { dist } from '../lib/dist.ts'
import { copySources, type Project, typeErrors } from '../lib/project.ts'
import { signIn, startServer } from '../lib/server.ts'

const test = suite('the house without some plugins')

/** Plugins on whose contract no other one stands, and a call of each. */
const plugins = { identity: '/api/v1/users', dashboard: '/api/v1/admin/info', trace: '/ws/trace' }

type Session = { pages: string[]; plugins: string[] }

let project: Project
test.before(() => {
  project = copySources()
  // what a build before has compressed is not compressed again
  cpSync(dist, join(project.root, 'dist'), { recursive: true })
})
test.after(() => project.remove())

const remove = (id: string) => {
  rmSync(join(project.root, 'plugins', id), { recursive: true })
  for (const list of ['plugins/index.ts', 'plugins/server.ts']) {
    const text = readFileSync(join(project.root, list), 'utf8')
    const line = new RegExp(`^import (\\w+) from './${id}/.*\\n`, 'm')
    const name = line.exec(text)?.[1]
    assert.ok(name, `${list} does not name ${id}`)
    project.write(list, text.replace(line, '').replace(new RegExp(`\\b${name},? ?`), ''))
  }
}

// what one of them needs of another is found by test/boundaries.test.ts
test(`compiles, builds, starts and answers without ${Object.keys(plugins).join(', ')}`, async () => {
  for (const id of Object.keys(plugins)) remove(id)
  assert.is(typeErrors(project), '')
  const { errors, ended } = project.run(['build.mjs'])
  assert.is(ended, 0, errors)

  const server = await startServer({ build: join(project.root, 'dist') })
  try {
    const admin = await signIn(server.url, server.root)
    const session = (await admin('GET', '/api/v1/session')).json as Session
    for (const [id, call] of Object.entries(plugins)) {
      assert.not(session.plugins.includes(id))
      assert.is((await admin('GET', call)).status, 404, id)
    }
    assert.is((await admin('GET', '/api/v1/buckets')).status, 200)
    assert.is((await admin('GET', '/')).status, 200)
  } finally {
    await server.stop()
  }
})

test.run()
