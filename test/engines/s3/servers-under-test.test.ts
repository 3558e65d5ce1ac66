import { readdirSync } from 'node:fs'
import { assert, suite } from '../../lib/suite.ts'
import { hasS3Server, startS3Server } from '../../lib/s3-servers.ts'
import { until } from '../../lib/until.ts'

const test = suite('S3 servers under test', hasS3Server('seaweedfs') ? undefined : 'this machine has no seaweedfs')

test('a stopped SeaweedFS leaves no sockets', async () => {
  const sockets = () => readdirSync('/tmp').filter((name) => /^seaweedfs-.*\.sock$/.test(name))
  const before = new Set(sockets())
  const server = await startS3Server('seaweedfs')
  const own = sockets().filter((name) => !before.has(name))
  await server.stop()
  assert.ok(own.length > 0)
  // a server of another test may have started, and stops when that test ends
  await until(async () => !sockets().some((name) => own.includes(name)))
})
