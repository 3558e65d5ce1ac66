import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { assert, suite } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { blocksOf, readDocument } from '../../lib/documents.ts'
import { dist } from '../../lib/dist.ts'
import { freePort } from '../../../testing/process.ts'
import { copySources, type Project } from '../../lib/project.ts'
import { until } from '../../lib/until.ts'

const test = suite('the commands of the README')
let project: Project

/** Every command of the README: a line of a `sh` block, or one half of a line joined by `&&`. */
const commands = blocksOf(readDocument('README.md').text)
  .filter(({ language }) => language === 'sh')
  .flatMap(({ code }) => code.trim().split('\n'))
  .flatMap((line) => line.split('&&').map((command) => command.trim()))

const isStart = (command: string) => /^([A-Z_]+=\S+ )*npm start$/.test(command)

test.before(() => {
  project = copySources()
  // newer than the sources, so that `npm start` uses it
  cpSync(dist, join(project.root, 'dist'), { recursive: true })
})
test.after(() => project.remove())

test('every documented command is covered by these tests', () => {
  const others = commands.filter((command) => !isStart(command) && !['npm ci', 'npm test'].includes(command))
  assert.equal(others, [])
  assert.ok(commands.filter(isStart).length >= 4)
})

test('`npm ci` finds a lock file that matches package.json', () => {
  assert.ok(commands.includes('npm ci'))
  const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts'], {
    cwd: project.root,
    encoding: 'utf8',
  })
  assert.is(status, 0, stderr)
})

test('`npm test` is a script', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  assert.is(scripts.test, 'node test/run.mjs')
})

/** A console started by a command of the README, in a separate data folder. */
type Console = { url: string; printed(): string; stop(): Promise<void> }

/** Runs a command with a shell, as a reader would, but on a free port and with an empty data folder. */
const start = async (command: string, env: Record<string, string> = {}): Promise<Console> => {
  const port = await freePort()
  const data = temporaryFolder('readme')
  const inherited = Object.entries(process.env).filter(([name]) => !/^(CONSOLE|MINIO|STOWAGE|npm)_/.test(name))
  const child: ChildProcess = spawn('sh', ['-c', command], {
    cwd: project.root,
    // npm starts a shell that starts the console: the signal must reach all of them
    detached: true,
    env: { ...Object.fromEntries(inherited), CONSOLE_PORT: String(port), CONSOLE_DATA: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await exited
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`"${command}" ended with ${child.exitCode}:\n${printed}`)
      return (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, printed: () => printed, stop }
}

/** Starts a console with a command of the README, and stops it after the work. */
const withConsole = async (command: string, work: (console: Console) => Promise<void>, env = {}) => {
  assert.ok(commands.includes(command), `the README has no command "${command}"`)
  const running = await start(command, env)
  try {
    await work(running)
  } finally {
    await running.stop()
  }
}

const signIn = (url: string, accessKey: string, secretKey: string) =>
  fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accessKey, secretKey }),
  })

test('`npm start` prints a root account that can sign in', async () => {
  await withConsole('npm start', async ({ url, printed }) => {
    assert.ok((await fetch(`${url}/readyz`)).ok)
    assert.match(await (await fetch(`${url}/login`)).text(), /<script type="module"/)
    const [, user = '', password = ''] = /User\s+(\S+)\s+Password\s+(\S+)/.exec(printed()) ?? []
    assert.ok((await signIn(url, user, password)).ok, printed())
  })
})

test('the root account of the README can sign in', async () => {
  const command = commands.find((candidate) => candidate.startsWith('CONSOLE_ROOT_USER=')) ?? ''
  const [, user = '', password = ''] = /^CONSOLE_ROOT_USER=(\S+) CONSOLE_ROOT_PASSWORD=(\S+)/.exec(command) ?? []
  await withConsole(command, async ({ url }) => {
    assert.ok((await signIn(url, user, password)).ok)
  })
})

test('CONSOLE_MINIO_SERVER connects to the server it names', async () => {
  const command = commands.find((candidate) => candidate.startsWith('CONSOLE_MINIO_SERVER=')) ?? ''
  // a server that answers the health check: the command only needs the address
  const server: Server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  await until(() => server.listening)
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const changed = command.replace(/=\S+/, `=${address}`)
  const { url, stop } = await start(changed)
  try {
    assert.is((await fetch(`${url}/readyz`)).status, 200)
    assert.match(await (await fetch(`${url}/api/v1/login`)).text(), new URL(address).host)
    server.close()
    server.closeAllConnections()
    assert.is((await fetch(`${url}/readyz`)).status, 503)
  } finally {
    await stop()
  }
})

test('the operator mode demonstration starts and prints its tokens', async () => {
  await withConsole('CONSOLE_OPERATOR_MODE=demo npm start', async ({ printed }) => {
    assert.match(printed(), 'demo-admin')
    assert.match(printed(), 'demo-viewer')
  })
})

test('a disabled plugin has no calls', async () => {
  const command = commands.find((candidate) => candidate.startsWith('CONSOLE_PLUGINS_DISABLED=')) ?? ''
  await withConsole(command, async ({ url }) => {
    // a feed and a call of the plugins heal and diagnostic
    assert.is((await fetch(`${url}/api/v1/admin/profile`)).status, 404)
    assert.is((await fetch(`${url}/api/v1/buckets`)).status, 401)
  })
})
