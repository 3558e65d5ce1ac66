import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../core/protocol/failure.ts'
import { StartError } from '../engines/start-error.ts'
import { assertPortFree, listenError } from './assert-port-free.ts'
import { runCommand } from './commands.ts'
import type { Config } from './config.ts'
import { detectConfig } from './detect-storage.ts'
import { readVersion } from './dist.ts'
import { type Flags, readFlags } from './flags.ts'
import { openLog } from './log.ts'
import { openConsole } from './open-console.ts'
import { sessionKey } from './seal.ts'
import { readServers } from './servers.ts'
import { readSetup } from './setup.ts'
import { installSourceMaps } from './source-maps.ts'
import { acceptBeforeClose, type Stopping, stopOnSignal } from './stop-on-signal.ts'
import { logUnexpectedErrors } from './unexpected-errors.ts'
import { usage } from './messages.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** The listening app, and a function that closes the storages after it. */
type Running = { app: FastifyInstance; config: Config; subpath: string; close: () => Promise<unknown> }

const addressOf = ({ app, config: { tls }, subpath }: Running) => {
  const { address, port } = app.server.address() as AddressInfo
  const host = /^(0\.0\.0\.0|::)$/.test(address) ? 'localhost' : address.includes(':') ? `[${address}]` : address
  return `${tls ? 'https' : 'http'}://${host}:${port}${subpath}/`
}

const listen = async (running: Running) => {
  const { app, config } = running
  const { host, port } = config
  try {
    // the host logs http even if the console uses TLS
    await app.listen({ host, port, listenTextResolver: () => `Server listening at ${addressOf(running)}` })
  } catch (error) {
    throw listenError(error, config)
  }
}

const open = async (flags: Flags, version: string, stopping: Stopping): Promise<Running> => {
  const several = readServers(flags, process.env)
  if (several) {
    const { openConsoles } = await import('./open-consoles.ts')
    return { ...(await openConsoles(several, { version, stopping })), subpath: several.subpath }
  }
  // errors that need no storage are reported before one is created
  const setup = await readSetup(flags, process.env, (config) => detectConfig(config))
  const { config } = setup
  await assertPortFree(config)
  const source = { ...config, folder: config.storage.folder }
  // a key is derived while the storage opens; a stored one is created after that
  const derived = config.passphrase ? sessionKey(source) : undefined
  const key = () => derived ?? sessionKey(source)
  const log = openLog(config.logLevel)
  logUnexpectedErrors(log, setup.installed)
  const { app, engine } = await openConsole(setup, { version, stopping, log, key })
  return { app, config, subpath: config.subpath, close: () => engine.close() }
}

/** The output of a command may be piped to a program that reads only its beginning. */
const ignoreClosedPipe = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
}

const start = async () => {
  process.stdout.on('error', ignoreClosedPipe)
  const ended = await runCommand(process.argv.slice(2), process.env, print)
  if (ended !== undefined) return void (process.exitCode = ended)
  const flags = readFlags(process.argv.slice(2))
  if (flags.help) return print(usage)
  const version = readVersion()
  if (flags.version) return print(version)
  const stopping = { requested: false }
  // without this, a full disk below standard output would end the console; the log reports it
  process.stdout.off('error', ignoreClosedPipe).on('error', () => undefined)
  const running = await open(flags, version, stopping)
  const { app, config, close } = running
  try {
    acceptBeforeClose(app)
    await listen(running)
    stopOnSignal(app, close, { stopping, delay: config.shutdownDelay * 1000 })
    print(`Stowage is at ${addressOf(running)}`)
  } catch (error) {
    await close()
    throw error
  }
}

installSourceMaps()
start().catch((error: unknown) => {
  const expected = error instanceof StartError || error instanceof Failure
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`stowage: ${expected || !process.env.STOWAGE_DEV ? message : (error as Error).stack}\n`)
  process.exit(1)
})
