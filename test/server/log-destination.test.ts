import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { dist } from '../lib/dist.ts'
import { startServer } from '../lib/server.ts'
import { fillDisk, mountDisk, noDisk } from '../lib/small-disk.ts'
import { closeAtEnd } from '../lib/close-at-end.ts'
import { until } from '../lib/until.ts'
import { freePort } from '../../testing/process.ts'
import { createLogDestination } from '../../server/log-destination.ts'

const test = suite('log destination')
const full = '/dev/full'
const withFull = existsSync(full) ? test : test.skip

test('lines are written in their order, also at the end of the process', async () => {
  const file = join(temporaryFolder('log'), 'log')
  const to = createLogDestination(openSync(file, 'a'))
  for (const line of ['a', 'b', 'c']) to.write(`${line}\n`)
  await until(() => readFileSync(file, 'utf8') === 'a\nb\nc\n')
  to.write('d\n')
  to.flushSync()
  await until(() => readFileSync(file, 'utf8') === 'a\nb\nc\nd\n')
})

withFull('a full disk is reported once, and flushing at the end returns', async () => {
  const failures: string[] = []
  const to = createLogDestination(openSync(full, 'w'), { failed: (error) => failures.push(error.message) })
  to.write('a\n')
  await until(() => failures.length > 0)
  for (let line = 0; line < 20; line++) to.write('b\n')
  to.flushSync()
  assert.equal(failures, ['ENOSPC: no space left on device, write'])
})

const disk = mountDisk(2)
const onDisk = disk ? test : test.skip

onDisk(
  `once the disk has space again, up to 1 MiB of waiting lines is written${disk ? '' : ` (${noDisk})`}`,
  async () => {
    if (!disk) return
    const { folder, unmount } = disk
    closeAtEnd(unmount)
    const file = join(folder, 'log')
    const state = { failures: 0, dropped: [] as number[] }
    const to = createLogDestination(openSync(file, 'a'), {
      failed: () => (state.failures += 1),
      recovered: (lines) => state.dropped.push(lines),
    })
    const ballast = fillDisk(folder)
    const line = `${'x'.repeat(1023)}\n`
    for (let count = 0; count < 1030; count++) to.write(line)
    await until(() => state.failures > 0)
    for (const name of ballast) rmSync(name)
    to.write('last\n')
    await until(() => state.dropped.length > 0)
    assert.equal(state, { failures: 1, dropped: [7] })
    assert.is(readFileSync(file, 'utf8'), line.repeat(1024))
  },
)

withFull('with a full disk below the access log the console answers, says so, and stops', async () => {
  const server = await startServer({ env: { CONSOLE_ACCESS_LOG: 'json', CONSOLE_ACCESS_LOG_PATH: full } })
  for (let count = 0; count < 3; count++) assert.is((await fetch(`${server.url}/api/v1/login`)).status, 200)
  await until(() => server.logs().includes('access log cannot be written'))
  process.kill(server.pid(), 'SIGTERM')
  assert.is(await server.ended(), 0)
  assert.is(server.logs().split('access log cannot be written').length, 2, 'it says so once')
})

withFull('with a full disk below the log the console answers, says so on standard error, and stops', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(
    process.execPath,
    [join(dist, 'server/main.mjs'), '--port', String(port), '--data', join(temporaryFolder('full-log'), 'data')],
    {
      env: { PATH: process.env.PATH, CONSOLE_ROOT_USER: 'admin', CONSOLE_ROOT_PASSWORD: 'correct-horse-battery' },
      stdio: ['ignore', openSync(full, 'w'), 'pipe'],
    },
  )
  closeAtEnd(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stderr?.on('data', (text) => (printed += text))
  const exit = once(child, 'exit')
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(async () => child.exitCode !== null || (await isReady()))
  for (let count = 0; count < 3; count++) assert.is((await fetch(`${url}/api/v1/login`)).status, 200)
  await until(() => printed.includes('ENOSPC'))
  child.kill('SIGTERM')
  assert.equal(await exit, [0, null])
  assert.is(
    printed,
    'stowage: The log cannot be written, and lines may be lost: ENOSPC: no space left on device, write\n',
  )
})
