import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { stageFor } from '../../build/package/package.mjs'
import { freePort, startProgram } from '../../testing/process.ts'
import { hasNode24, node24 } from '../lib/debian-machine.ts'
import { dist } from '../lib/dist.ts'
import { hasPrograms } from '../lib/programs.ts'
import { signIn } from '../lib/server.ts'
import { isPresent } from '../runner/components.mjs'

/** Libraries that the cross compiler brings. */
const libraries = '/usr/aarch64-linux-gnu'
const needed = hasPrograms('qemu-aarch64-static') && existsSync(`${libraries}/lib/libstdc++.so.6`)
const isPossible = isPresent('qemu', needed) && isPresent('node-24', hasNode24('arm64'))
if (!isPossible)
  console.log('The archive for arm64 is not started: there is no qemu-aarch64-static, or no Node.js for it')
const arm64 = suite('archive for arm64')
const test = isPossible ? arm64 : Object.assign(() => arm64.skip(), arm64)

const folder = temporaryFolder('arm64')

test('it starts, stores data and serves a signed-in page', async () => {
  const program = join(folder, 'stowage')
  assert.is(stageFor({ root: resolve('.'), dist, to: program, arch: 'arm64' }), undefined)
  const url = `http://127.0.0.1:${await freePort()}`
  const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
  const env = {
    CONSOLE_PORT: new URL(url).port,
    CONSOLE_DATA: join(folder, 'data'),
    CONSOLE_ROOT_USER: root.accessKey,
    CONSOLE_ROOT_PASSWORD: root.secretKey,
  }
  const isReady = async () => (await fetch(`${url}/readyz`)).ok
  const node = join(node24('arm64'), 'usr/local/bin/node')
  const args = ['-L', libraries, node, '--max-semi-space-size=8', join(program, 'dist/server/main.mjs')]
  const start = () => startProgram('qemu-aarch64-static', args, { env, isReady })
  const first = await start()
  assert.is((await (await signIn(url, root))('POST', '/api/v1/buckets', { name: 'photos' })).status, 201)
  await first.stop()
  const second = await start()
  assert.match((await (await signIn(url, root))('GET', '/api/v1/buckets')).text, /"photos"/)
  assert.match(await (await fetch(`${url}/buckets`)).text(), /<script type="module" src="\/assets\//)
  await second.stop()
})
