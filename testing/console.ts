import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { type KeyPair, signIn, type TestAccount } from './account.ts'
import { type PageOptions, startBrowser, type TestBrowser } from './browser.ts'
import { findMinio, type MinioOptions, startMinio, type TestStorage } from './minio.ts'
import { freePort, startProgram } from './process.ts'

/** The storage that a console under test manages. */
export type EngineName = 'embedded' | 'minio'

/**
 * Engines for conformance tests, limited to those in `STOWAGE_ENGINES` if it is set; `missing` says why one cannot be
 * tested on this machine.
 */
export const engines: readonly { name: EngineName; missing: string | undefined }[] = [
  { name: 'embedded' as const, missing: undefined },
  {
    name: 'minio' as const,
    missing: findMinio() ? undefined : 'there is no "minio" program in PATH or in the bin folder of Go',
  },
].filter(({ name }) => (process.env.STOWAGE_ENGINES ?? name).split(',').includes(name))

/** Engines that can be tested on this machine. Prints why the others are skipped. */
export const runnableEngines = (suite: string): EngineName[] =>
  engines.flatMap(({ name, missing }) => {
    if (missing) console.log(`${suite} on ${name} is skipped: ${missing}`)
    return missing ? [] : [name]
  })

/** One statement of an account's policy: allowed actions, and resources such as `photos/*`. Default: all. */
export type Grant = { actions: readonly string[]; resources?: readonly string[] }

/** A running console with plugins. */
export type TestConsole = {
  url: string
  engine: EngineName
  /** The MinIO server that the console manages; its `folder` has the drives. */
  storage: TestStorage | undefined
  /** An account with all rights. */
  root: TestAccount
  /** Sends requests without a session. */
  anonymous: TestAccount
  /** Creates a user with a policy that allows only this, and signs it in. */
  addAccount(...grants: Grant[]): Promise<TestAccount>
  /** Stores an object, in a bucket that is created if it is missing. */
  addObject(bucket: string, key: string, content: string | Uint8Array<ArrayBuffer>, type?: string): Promise<void>
  /** Opens a page of the console in Chromium, signed in as root or as another account. */
  openPage(path: string, options?: PageOptions & { account?: KeyPair }): Promise<Page>
  /** Errors of all pages since the last call; a test compares them with `[]`. */
  pageErrors(): string[]
  /** Output of the console's server. */
  logs(): string
  /** Stops the console, its storage and its browser, and removes their data. */
  stop(): Promise<void>
}

/** How a console is started. */
export type ConsoleOptions = {
  /** Default: embedded. */
  engine?: EngineName
  /** Folders or archives of built plugins to add. Default: the current folder, if it is a plugin. */
  plugins?: readonly string[]
  /** A MinIO server to manage, instead of a new one. It keeps running. */
  storage?: TestStorage
  /** Environment variables of a new MinIO server. */
  storageEnv?: Readonly<Record<string, string>>
  /** Environment variables of the console. */
  env?: Readonly<Record<string, string>>
}

/** The console's program: the one in the package that this file is part of, or of the build that is tested. */
const program = process.env.STOWAGE_DIST
  ? resolve(process.env.STOWAGE_DIST, 'server/main.mjs')
  : fileURLToPath(new URL('../server/main.mjs', import.meta.url))

/** Starts a MinIO server in a temporary folder, such as the remote storage of a test. */
export const startStorage = (options: MinioOptions = {}): Promise<TestStorage> => {
  const minio = findMinio()
  if (!minio) throw new Error('There is no "minio" program in PATH or in the bin folder of Go')
  return startMinio(minio, options)
}

const statementOf = ({ actions, resources = [] }: Grant) => {
  // administration actions have no resource
  const resource = resources.length > 0 ? resources : ['*']
  const hasResource = actions.some((action) => action.startsWith('s3:'))
  return {
    Effect: 'Allow',
    Action: actions,
    ...(hasResource && { Resource: resource.map((name) => `arn:aws:s3:::${name}`) }),
  }
}

/** MinIO rejects a policy without statements, so this one allows an action on a bucket that does not exist. */
const NO_PERMISSION: Grant = { actions: ['s3:GetBucketLocation'], resources: ['no-such-bucket'] }

const addObject =
  (root: TestAccount): TestConsole['addObject'] =>
  async (bucket, key, content, type = '') => {
    const created = await root.send('POST', '/api/v1/buckets', { name: bucket })
    // 409: it exists
    if (created.status >= 400 && created.status !== 409) throw new Error(`${bucket} was not created: ${created.text}`)
    const form = new FormData()
    const file = new Blob([content], { type })
    // the name of a part announces its size
    form.append(String(file.size), file, 'file')
    const path = `/api/v1/buckets/${bucket}/objects/upload?key=${encodeURIComponent(key)}`
    const { status, text } = await root.send('POST', path, form)
    if (status >= 400) throw new Error(`${key} was not stored: ${text}`)
  }

let accounts = 0

const addAccount = async (url: string, root: TestAccount, grants: readonly Grant[]) => {
  const name = `test-${process.pid}-${(accounts += 1)}`
  const pair = { accessKey: name, secretKey: 'secret-of-a-test' }
  const policy = { Version: '2012-10-17', Statement: [NO_PERMISSION, ...grants].map(statementOf) }
  const create = async (path: string, body: object) => {
    const { status, text } = await root.send('POST', path, body)
    if (status >= 400) throw new Error(`The account for the test was not created: ${text}`)
  }
  await create('/api/v1/policies', { name, policy: JSON.stringify(policy) })
  await create('/api/v1/users', { ...pair, groups: [], policies: [name] })
  return signIn(url, pair)
}

/** Starts a console with plugins on a free port, with data in a temporary folder. */
export const startConsole = async ({
  engine = 'embedded',
  plugins = existsSync('plugin.ts') ? ['.'] : [],
  storage: existingStorage,
  storageEnv = {},
  env = {},
}: ConsoleOptions = {}): Promise<TestConsole> => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-console-'))
  const [data, pluginFolder] = [join(folder, 'data'), join(folder, 'plugins')]
  const storage = engine === 'minio' ? (existingStorage ?? (await startStorage({ env: storageEnv }))) : undefined
  const ownRoot = { accessKey: 'admin', secretKey: 'secret-of-a-test' }
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const settings = { CONSOLE_PLUGIN_DIR: pluginFolder, CONSOLE_ALLOWED_TARGETS: '127.0.0.1', ...env }
  let server: Awaited<ReturnType<typeof startProgram>> | undefined
  let browser: Promise<TestBrowser> | undefined
  const stop = async () => {
    await (await browser?.catch(() => undefined))?.close()
    await server?.stop()
    if (!existingStorage) await storage?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const plugin of plugins)
      execFileSync(process.execPath, [program, 'plugin', 'add', resolve(plugin), '--data', data], {
        env: { ...process.env, ...settings },
      })
    server = await startProgram(
      process.execPath,
      [program, '--host', '127.0.0.1', '--port', port, ...(storage ? [] : ['--data', data])],
      {
        env: {
          ...(storage
            ? { CONSOLE_MINIO_SERVER: storage.url }
            : { CONSOLE_ROOT_USER: ownRoot.accessKey, CONSOLE_ROOT_PASSWORD: ownRoot.secretKey }),
          ...settings,
        },
        isReady: async () => (await fetch(`${url}/readyz`)).ok,
      },
    )
    const root = await signIn(url, storage?.root ?? ownRoot)
    const { logs } = server
    const errors: string[] = []
    return {
      url,
      engine,
      storage,
      root,
      anonymous: await signIn(url),
      addAccount: (...grants) => addAccount(url, root, grants),
      addObject: addObject(root),
      openPage: async (path, { account = root, ...options } = {}) => {
        browser ??= startBrowser(errors)
        return (await browser).open(url, path, account, options)
      },
      pageErrors: () => errors.splice(0),
      logs,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
