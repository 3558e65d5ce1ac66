import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dist } from './dist.ts'
import { type Pair, signInAs } from './pair-sign-in.ts'
import { freePort, startProgram } from './process.ts'

export type { Pair }

/** A console server under test. `pid` and `logs()` are those of the program that runs now. */
export type TestServer = {
  url: string
  root: Pair
  dataFolder: string
  pid(): number
  logs(): string
  /** Ends it gracefully and removes the data folder, unless the test brought its own. */
  stop(): Promise<void>
  /** Its exit code, once it has ended by itself. */
  ended(): Promise<number | null>
  /** Kills the process immediately, as a crash would; the data stays. */
  kill9(): Promise<void>
  /** Starts it again on the same port and data, after ending it gracefully where it still runs. */
  restart(): Promise<void>
}

/**
 * Starts the built console on a free port with a separate data folder and root account. `plugins` becomes
 * `CONSOLE_PLUGINS`, `env` is added; `build` is the folder of another build.
 */
export const startServer = async (
  options: { env?: Record<string, string>; plugins?: string[]; dataFolder?: string; build?: string } = {},
): Promise<TestServer> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'stowage-test-'))
  const program = join(options.build ?? dist, 'server/main.mjs')
  const env = {
    CONSOLE_ROOT_USER: root.accessKey,
    CONSOLE_ROOT_PASSWORD: root.secretKey,
    // where tests have their webhooks
    CONSOLE_ALLOWED_TARGETS: '127.0.0.1',
    // plugins that are tested outside of the repository
    ...(process.env.CONSOLE_TEST_PLUGIN_DIR && { CONSOLE_PLUGIN_DIR: process.env.CONSOLE_TEST_PLUGIN_DIR }),
    ...(options.plugins && { CONSOLE_PLUGINS: options.plugins.join(',') }),
    ...options.env,
  }
  // a folder that is brought may be read by programs without it; a bench measures what everybody has
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
      { env, name: 'console', ready: async () => (await fetch(`${url}/readyz`)).ok },
    )
  let running = await start()
  return {
    url,
    root,
    dataFolder,
    pid: () => running.child.pid ?? 0,
    logs: () => running.printed(),
    stop: async () => {
      await running.end('SIGTERM')
      if (!options.dataFolder) rmSync(dataFolder, { recursive: true, force: true })
    },
    ended: () => running.ended,
    kill9: () => running.end('SIGKILL'),
    restart: async () => {
      await running.end('SIGTERM')
      running = await start()
    },
  }
}

/** An answer of the console: its status, headers and body as text, and as JSON where it is some. */
export type Answer = { status: number; headers: Headers; text: string; json: unknown }

/**
 * Sends as a browser's page of this origin would, as the account that signed in. A body other than a form goes as JSON.
 */
export type Send = (method: string, path: string, body?: unknown) => Promise<Answer>

/** Signs in and returns what sends with that session; without a pair it sends as nobody. */
export const signIn = async (url: string, pair?: Pair): Promise<Send> => {
  const cookies = new Map<string, string>()
  const send: Send = async (method, path, body) => {
    const form = body instanceof FormData
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(method !== 'GET' && { origin: new URL(url).origin }),
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text ? (JSON.parse(text) as unknown) : undefined,
    }
  }
  if (!pair) return send
  const { path, body } = signInAs(pair)
  const answer = await send('POST', path, body)
  if (answer.status !== 201)
    throw new Error(`Signing in as ${pair.accessKey} answered ${answer.status}: ${answer.text}`)
  return send
}
