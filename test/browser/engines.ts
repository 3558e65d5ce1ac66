import { suite, type Test } from 'uvu'
import { hasOwnMinio, noOwnMinio, startMinio } from '../lib/minio.ts'
import { startServer, type TestServer } from '../lib/server.ts'

/** What a console stands on, and the console itself; `root` may do everything there. */
export type Place = {
  name: 'embedded' | 'minio'
  server: TestServer
  stop(): Promise<void>
}

const embedded = async (): Promise<Place> => {
  const server = await startServer()
  return { name: 'embedded', server, stop: server.stop }
}

const minio = async (): Promise<Place> => {
  const storage = await startMinio()
  if (!storage) throw new Error(noOwnMinio)
  // with a passphrase sessions outlive the console, which keeps nothing of its own
  const env = { CONSOLE_MINIO_SERVER: storage.url, CONSOLE_PBKDF_PASSPHRASE: 'a passphrase', CONSOLE_PBKDF_SALT: 'salt' }
  const console = await startServer({ env })
  const stop = async () => {
    await console.stop()
    await storage.stop()
  }
  return { name: 'minio', server: { ...console, root: storage.root }, stop }
}

const noHook: Test['before'] = Object.assign(() => {}, { each: () => {} })

/** Counts every test as skipped instead of defining it, runs no hook, and says why. */
export const skipping = (name: string): Test => {
  const test = suite(name)
  console.log(`${name} is skipped: ${noOwnMinio}`)
  return Object.assign(() => test.skip(), test, { before: noHook, after: noHook })
}

/** Defines a journey on every engine; where there is no MinIO of its own its tests are skipped, by name. */
export const onEveryEngine = (name: string, define: (test: Test, place: () => Place) => void) => {
  for (const [engine, start] of Object.entries({ embedded, minio })) {
    let place: Place | undefined
    const there = engine !== 'minio' || hasOwnMinio()
    const test = there ? suite(`${name} on ${engine}`) : skipping(`${name} on ${engine}`)
    test.before(async () => {
      place = await start()
    })
    test.after(() => place?.stop())
    define(test, () => place as Place)
    test.run()
  }
}
