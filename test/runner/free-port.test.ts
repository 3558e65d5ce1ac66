import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { freePort } from '../../testing/process.ts'
import { assert, suite } from '../lib/suite.ts'

const test = suite('free ports of tests')

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
