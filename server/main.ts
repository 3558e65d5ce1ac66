import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Failure } from '../core/failure.ts'
import type { ServerPlugin } from '../core/serve.ts'
import { plugins } from '../plugins/server.ts'
import { createApp } from './app.ts'
import type { Engine, Log } from '../engines/engine.ts'
import { createOutbound } from '../engines/outbound/outbound.ts'
import { runCommand } from './commands.ts'
import { type Config, type Pair, readConfig, readFlags, usage } from './config.ts'
import { endOf } from './certificates.ts'
import { createLog } from './log.ts'
import { choosePlugins } from './plugins.ts'
import { sessionKey } from './seal.ts'
import { createSso } from './sso.ts'
import { StartError } from '../engines/start-error.ts'

const dist = join(dirname(fileURLToPath(import.meta.url)), '..')

const readVersion = (): string => {
  const manifest = join(dist, 'manifest.json')
  if (!existsSync(manifest)) throw new StartError(`There is no build in ${dist}; run "npm run build"`)
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Said before anything can go wrong, since it is kept nowhere that anyone could read it again. */
const firstPair = ({ accessKey, secretKey }: Pair) => `
  The root account of this storage, shown only now:

    User      ${accessKey}
    Password  ${secretKey}
`

/** Only the engine that runs is loaded: the index of the other one never stands before a storage server. */
const openStorage = async ({ storage, authorities, allowedTargets, shareUrl, tls, history, idleSeconds }: Config, version: string, log: Log): Promise<Engine> => {
  const outbound = createOutbound({ allowed: allowedTargets, ca: authorities })
  const certificateEnds = tls && endOf(tls)
  if (storage.engine === 'minio') {
    const { url, folder, region, stsSeconds, ldap, idp, metricsToken, auditToken } = storage
    const { createMinioEngine } = await import('../engines/minio/engine.ts')
    const { createPrometheus } = await import('../engines/prometheus.ts')
    const prometheus = storage.prometheus && createPrometheus({ ...storage.prometheus, ca: authorities })
    return createMinioEngine({ url, folder, region, ca: authorities, stsDurationSeconds: stsSeconds, ldap, roleArn: idp?.roleArn, shareUrl, log, outbound, certificateEnds, history, prometheus, metricsToken, auditToken, idleSeconds })
  }
  const { createEmbeddedEngine } = await import('../engines/embedded/engine.ts')
  const engine = await createEmbeddedEngine({ folder: storage.folder, root: storage.root, version, shareUrl, log, outbound, certificateEnds, history })
  if (engine.made) say(firstPair(engine.made))
  return engine
}

type Parts = { plugins: readonly ServerPlugin[]; engine: Engine; version: string; log: FastifyBaseLogger }

const appOf = async (config: Config, { version, log, ...parts }: Parts) => {
  const { storage } = config
  const folder = storage.engine === 'embedded' ? storage.folder : undefined
  return createApp({
    ...parts,
    config: {
      ...config,
      key: await sessionKey({ ...config, folder }),
      dist,
      version,
      log,
      sso: storage.engine === 'minio' && storage.idp ? createSso(storage.idp, config.authorities) : undefined,
    },
  })
}

const addressOf = (app: FastifyInstance, { tls, subpath }: Config) => {
  const { address, port } = app.server.address() as AddressInfo
  const host = /^(0\.0\.0\.0|::)$/.test(address) ? 'localhost' : address.includes(':') ? `[${address}]` : address
  return `${tls ? 'https' : 'http'}://${host}:${port}${subpath}/`
}

const listen = async (app: FastifyInstance, { host, port }: Config) => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} of ${host} is in use; choose another with --port`)
    if (code === 'EACCES')
      throw new StartError(`Port ${port} needs rights that this account lacks; choose one above 1023 with --port`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`${host} is no address of this machine; choose another with --host`)
    throw error
  }
}

/** Stops when the system asks: requests are finished, then the storage is closed; asked twice, at once. */
const stopOnSignal = (app: FastifyInstance, engine: Engine) => {
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    // in the midst of a transaction an exit may wait for its end for good, and what is on disk outlives this as well
    if (stopping) return void process.kill(process.pid, 'SIGKILL')
    stopping = true
    app.log.info({ signal }, 'stopping')
    setTimeout(() => app.server.closeAllConnections(), 10_000).unref()
    await app.close()
    await engine.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, (received) => {
      stop(received).catch((error: unknown) => {
        app.log.fatal({ err: error }, 'the console did not stop cleanly')
        process.exit(1)
      })
    })
  }
}

const start = async () => {
  const ended = await runCommand(process.argv.slice(2), process.env, say)
  if (ended !== undefined) return void (process.exitCode = ended)
  const flags = readFlags(process.argv.slice(2))
  if (flags.help) return say(usage)
  const version = readVersion()
  if (flags.version) return say(version)
  const config = readConfig(flags, process.env)
  // all that can be wrong without a storage is told before one is made
  const chosen = choosePlugins(plugins, config.plugins)
  const log = createLog(config.logLevel)
  const engine = await openStorage(config, version, log)
  try {
    const app = await appOf(config, { plugins: chosen, engine, version, log })
    for (const notice of config.notices) app.log.warn(notice)
    await listen(app, config)
    stopOnSignal(app, engine)
    say(`Stowage is at ${addressOf(app, config)}`)
  } catch (error) {
    await engine.close()
    throw error
  }
}

start().catch((error: unknown) => {
  const told = error instanceof StartError || error instanceof Failure
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`stowage: ${told || !process.env.STOWAGE_DEV ? message : (error as Error).stack}\n`)
  process.exit(1)
})
