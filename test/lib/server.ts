import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSession, type TestAccount } from '../../testing/account.ts'
import { freePort, startProgram } from '../../testing/process.ts'
import { closeAtEnd } from './close-at-end.ts'
import { dist } from './dist.ts'
import { type KeyPair, signInRequest } from './sign-in-request.ts'

export type { KeyPair }

/** A console server under test. `pid` and `logs()` are those of the current process. */
export type TestServer = {
  url: string
  root: KeyPair
  dataFolder: string
  pid(): number
  logs(): string
  /** Stops it gracefully and removes the data folder, unless the test provided it. */
  stop(): Promise<void>
  /** Exit code, once it has exited. */
  ended(): Promise<number | null>
  /** Kills the process, like a crash; the data remains. */
  kill(): Promise<void>
  /** Starts it again on the same port and data, after a graceful stop if it is still running. */
  restart(): Promise<void>
}

/**
 * Starts the built console on a free port with a separate data folder and root account. `plugins` becomes
 * `CONSOLE_PLUGINS`, `env` is added; `build` is the folder of another build, `port` a preferred port.
 */
export const startServer = async (
  options: {
    env?: Record<string, string>
    plugins?: string[]
    dataFolder?: string
    build?: string
    port?: number | undefined
  } = {},
): Promise<TestServer> => {
  const port = await freePort(options.port)
  const url = `http://127.0.0.1:${port}`
  const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'stowage-test-'))
  const program = join(options.build ?? dist, 'server/main.mjs')
  const env = {
    CONSOLE_ROOT_USER: root.accessKey,
    CONSOLE_ROOT_PASSWORD: root.secretKey,
    // tests have webhooks there
    CONSOLE_ALLOWED_TARGETS: '127.0.0.1',
    // plugins that are tested outside of the repository
    ...(process.env.CONSOLE_TEST_PLUGIN_DIR && { CONSOLE_PLUGIN_DIR: process.env.CONSOLE_TEST_PLUGIN_DIR }),
    ...(options.plugins && { CONSOLE_PLUGINS: options.plugins.join(',') }),
    ...options.env,
  }
  // other programs may read a folder that the test provides, and a benchmark must use the real hashes
  const quick = process.env.NODE_ENV === 'test' && !options.dataFolder ? ['--import', './test/lib/quick-hash.mjs'] : []
  const start = () =>
    startProgram(
      process.execPath,
      [
        '--max-semi-space-size=8',
        ...quick,
        program,
        '--host',
        '127.0.0.1',
        '--port',
        String(port),
        '--data',
        dataFolder,
      ],
      { env, name: 'console', isReady: async () => (await fetch(`${url}/readyz`)).ok },
    )
  let running = await start()
  const stop = async () => {
    await running.stop()
    if (!options.dataFolder) rmSync(dataFolder, { recursive: true, force: true })
  }
  closeAtEnd(stop)
  return {
    url,
    root,
    dataFolder,
    pid: () => running.pid(),
    logs: () => running.logs(),
    stop,
    ended: () => running.exit,
    kill: () => running.stop('SIGKILL'),
    restart: async () => {
      await running.stop()
      running = await start()
    },
  }
}

export type Send = TestAccount['send']

/** Signs in and returns a function that sends requests in that session; without a pair, without a session. */
export const signIn = async (url: string, pair?: KeyPair): Promise<Send> => {
  const { send } = createSession(url)
  if (!pair) return send
  const { path, body } = signInRequest(pair)
  const response = await send('POST', path, body)
  if (response.status !== 201)
    throw new Error(`Signing in as ${pair.accessKey} answered ${response.status}: ${response.text}`)
  return send
}
