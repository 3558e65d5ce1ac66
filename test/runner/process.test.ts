import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { freePort } from '../../testing/process.ts'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'

const test = suite('ports and programs of tests')

test('no outgoing connection can take a free port', async () => {
  const [first = 0] =
    process.platform === 'linux'
      ? readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/).map(Number)
      : [49_152]
  for (let count = 0; count < 20; count++) assert.ok((await freePort()) < first)
})

test('free ports differ, although nothing listens there', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()))
  assert.equal(new Set(ports).size, 200)
})

test('the preferred port is returned unless it is in use', async () => {
  const preferred = await freePort()
  assert.equal(await freePort(preferred), preferred)
  const server = createServer().listen(preferred, '127.0.0.1')
  await once(server, 'listening')
  assert.not.equal(await freePort(preferred), preferred)
  server.close()
})

test('a process that ends while a program cannot be started does not end its process group', async () => {
  const outfile = join(temporaryFolder('programs'), 'test.mjs')
  const contents = `
    import { startProgram } from './testing/process.ts'
    void startProgram('/no/such/program', [], { env: {}, isReady: async () => false })
    process.exit(3)`
  buildSync({
    stdin: { contents, resolveDir: resolve('.') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
  })
  const child = spawn(process.execPath, [outfile], { detached: true, stdio: 'ignore', env: {} })
  assert.equal(await once(child, 'exit'), [3, null])
})
