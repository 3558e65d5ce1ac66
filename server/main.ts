import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Failure } from '../core/protocol/failure.ts'
import type { Engine } from '../engines/engine.ts'
import { createOutbound } from '../engines/outbound/outbound.ts'
import { runCommand } from './commands.ts'
import type { Config } from './config.ts'
import type { Pair } from './config-storage.ts'
import { readFlags, usage } from './flags.ts'
import { endOf } from './certificates.ts'
import { detectStorage } from './detect-storage.ts'
import { dist, readVersion } from './dist.ts'
import { createLog } from './log.ts'
import type { Installed } from './installed-plugins.ts'
import type { PluginValues } from './plugin-config.ts'
import { settlePlugins, unsupported } from './plugins.ts'
import { readSetup } from './setup.ts'
import { sessionKey } from './seal.ts'
import { installSourceMaps } from './source-maps.ts'
import { type Stopping, stopOnSignal } from './stop-on-signal.ts'
import { StartError } from '../engines/start-error.ts'

/** Maximum size of an identity provider's response, in bytes: metadata, keys and tokens are a few KiB. */
const PROVIDER_RESPONSE = 1024 * 1024

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Printed before anything can fail, because the credentials cannot be read again. */
const firstPair = ({ accessKey, secretKey }: Pair) => `
  The root account of this storage, shown only now:

    User      ${accessKey}
    Password  ${secretKey}
`

/**
 * Opens the configured engine. Only its code is loaded: the embedded engine's index is never loaded for a storage
 * server.
 */
const openStorage = async (
  { storage, authorities, allowedTargets, shareUrl, tls, idleSeconds }: Config,
  version: string,
  { log, installed }: { log: FastifyBaseLogger; installed: readonly Installed[] },
): Promise<Engine> => {
  const outbound = createOutbound({ allowed: allowedTargets, ca: authorities })
  const certificateEnds = tls && endOf(tls)
  if (storage.engine === 'minio') {
    const { url, folder, region, stsSeconds, ldap, idp } = storage
    const { createMinioEngine } = await import('../engines/minio/engine.ts')
    return createMinioEngine({
      url,
      folder,
      region,
      ca: authorities,
      stsDurationSeconds: stsSeconds,
      ldap,
      roleArn: idp?.roleArn,
      shareUrl,
      log,
      outbound,
      certificateEnds,
      idleSeconds,
    })
  }
  if (storage.engine === 's3') {
    const { url, region, style, sessionSeconds } = storage
    const { createS3Engine } = await import('../engines/s3/engine.ts')
    return createS3Engine({ url, region, style, sessionSeconds, ca: authorities, shareUrl, log, outbound })
  }
  if (storage.engine === 'kubernetes') {
    const { domain, sessionSeconds, addresses } = storage
    const { createKubernetesEngine } = await import('../engines/kubernetes/engine.ts')
    if (storage.cluster === 'demonstration') {
      const { folder } = storage
      const { createDemoCluster, demoTokens } = await import('../engines/kubernetes/demo/cluster.ts')
      const demonstration = { tokens: Object.values(demoTokens) }
      print(`This is a demonstration. Sign in with the token ${demonstration.tokens.join(' or ')}`)
      const { createDemoConsoles } = await import('./demo-consoles.ts')
      const consoles = createDemoConsoles({ folder, dist, version, log, outbound, installed: forTenants(installed) })
      const api = await createDemoCluster(folder)
      const close = async () => {
        await consoles.close()
        await api.close()
      }
      return createKubernetesEngine({
        api: { ...api, close },
        demonstration,
        domain,
        sessionSeconds,
        folder,
        log,
        outbound,
        tenants: { ca: authorities, addresses, open: consoles.open },
      })
    }
    const { readCluster } = await import('./cluster.ts')
    const { folder } = storage
    const cluster = readCluster(storage.cluster)
    const { createHttpApi } = await import('../engines/kubernetes/real.ts')
    const ca = cluster.ca ?? authorities
    const api = createHttpApi({ url: cluster.url, ca })
    return createKubernetesEngine({
      api,
      namespace: cluster.namespace,
      domain,
      sessionSeconds,
      folder,
      log,
      outbound,
      tenants: { ca, addresses, outside: storage.cluster.service ? undefined : { url: cluster.url, ca } },
    })
  }
  const { createEmbeddedEngine } = await import('../engines/embedded/engine.ts')
  const engine = await createEmbeddedEngine({
    folder: storage.folder,
    root: storage.root,
    version,
    shareUrl,
    log,
    outbound,
    certificateEnds,
  })
  if (engine.made) print(firstPair(engine.made))
  return engine
}

/** Plugins for the embedded storages of the demonstration's tenants. */
const forTenants = (installed: readonly Installed[]) => {
  const own = installed.map((plugin) => ({ ...plugin }))
  for (const plugin of own) if (plugin.problem === unsupported) plugin.problem = undefined
  settlePlugins(own, 'embedded')
  return own
}

/** Everything that serves requests. */
const host = () => import('./app.ts')

type Parts = {
  installed: readonly Installed[]
  values: PluginValues
  engine: Engine
  version: string
  log: FastifyBaseLogger
  stopping: Stopping
}

const appOf = async (config: Config, { version, log, stopping, ...parts }: Parts) => {
  const { storage } = config
  const idp = storage.engine === 'embedded' || storage.engine === 's3' ? undefined : storage.idp
  const { createApp } = await host()
  return createApp({
    ...parts,
    plugins: parts.installed.flatMap(({ server, problem }) => (server && !problem ? server : [])),
    off: parts.installed.flatMap(({ server, problem }) => (server && problem ? server : [])),
    config: {
      ...config,
      key: await sessionKey({ ...config, folder: storage.folder }),
      dist,
      version,
      log,
      stopping,
      tracing: config.traces && (await import('./traces.ts')).createTraces(config.traces, { version, log }),
      sso:
        idp &&
        (await import('./sso.ts')).createSso({
          settings: idp,
          authorities: config.authorities,
          most: PROVIDER_RESPONSE,
        }),
    },
  })
}

const addressOf = (app: FastifyInstance, { tls, subpath }: Config) => {
  const { address, port } = app.server.address() as AddressInfo
  const host = /^(0\.0\.0\.0|::)$/.test(address) ? 'localhost' : address.includes(':') ? `[${address}]` : address
  return `${tls ? 'https' : 'http'}://${host}:${port}${subpath}/`
}

const listen = async (app: FastifyInstance, config: Config) => {
  const { host, port } = config
  try {
    // the host logs http even if the console uses TLS
    await app.listen({ host, port, listenTextResolver: () => `Server listening at ${addressOf(app, config)}` })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} of ${host} is in use; choose another with --port`)
    if (code === 'EACCES')
      throw new StartError(`This account may not listen on port ${port}; choose one above 1023 with --port`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`${host} is not an address of this machine; choose another with --host`)
    throw error
  }
}

/** A server without an admin API is used as a plain S3 server, whatever it is configured as. */
const detectConfig = async (config: Config): Promise<Config> => ({
  ...config,
  storage: await detectStorage(config.storage, config.authorities, createLog(config.logLevel)),
})

const start = async () => {
  const ended = await runCommand(process.argv.slice(2), process.env, print)
  if (ended !== undefined) return void (process.exitCode = ended)
  const flags = readFlags(process.argv.slice(2))
  if (flags.help) return print(usage)
  const version = readVersion()
  if (flags.version) return print(version)
  // errors that need no storage are reported before one is created
  const { config, installed, values, notices } = await readSetup(flags, process.env, detectConfig)
  const log = createLog(config.logLevel)
  // the host's code is loaded while the storage opens, which waits for disks and derives keys
  const [engine] = await Promise.all([openStorage(config, version, { log, installed }), host()])
  try {
    const stopping = { requested: false }
    const app = await appOf(config, { installed, values, engine, version, log, stopping })
    for (const notice of notices) app.log.warn(notice)
    for (const { id, problem, origin, server } of installed)
      if (problem && (origin === 'added' || !server)) app.log.warn({ plugin: id }, `plugin "${id}" is off: ${problem}`)
    await listen(app, config)
    stopOnSignal(app, engine, { stopping, delay: config.shutdownDelay * 1000 })
    print(`Stowage is at ${addressOf(app, config)}`)
  } catch (error) {
    await engine.close()
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
