import { readFileSync } from 'node:fs'
import { assert, test } from '../lib/suite.ts'
import { readPlugins } from '../../server/installed-plugins.ts'
import { decidePlugins } from '../../server/plugins.ts'
import { dist } from '../lib/dist.ts'
import { plugins } from '../lib/plugins-of-server.ts'
import { storageNotSupported } from '../../server/messages.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

test('every built-in plugin loads from the build, and runs on some engine', async () => {
  const off = new Map<string, string[]>()
  const engines = ['embedded', 's3', 'minio', 'kubernetes']
  for (const engine of engines) {
    const installed = await readPlugins({ dist, added: undefined, version }, { only: undefined, disabled: [] })
    assert.equal(installed.map(({ id }) => id).sort(), plugins.map(({ id }) => id).sort())
    decidePlugins(installed, engine)
    for (const { id, problem } of installed) if (problem) off.set(id, [...(off.get(id) ?? []), problem])
  }
  for (const [id, problems] of off) {
    assert.ok(problems.length < engines.length, id)
    for (const problem of problems) assert.is(problem, storageNotSupported, id)
  }
})
