import type { FastifyBaseLogger } from 'fastify'
import type { Engine } from '../engines/engine.ts'
import { lockFolder } from '../engines/lib/data-folder-lock.ts'
import { prepareFolder } from '../engines/lib/key-value-store.ts'
import { createOutbound, type Outbound } from '../engines/outbound/outbound.ts'
import { expiryOf } from './certificates.ts'
import type { Config } from './config.ts'
import type { Storage } from './config-storage.ts'
import { dist } from './dist.ts'
import type { Installed } from './installed-plugins.ts'
import { decidePlugins } from './plugins.ts'
import { demonstrationStarted, rootAccountCreated, storageNotSupported } from './messages.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Dependencies of the engines, besides their settings. */
type Dependencies = {
  version: string
  log: FastifyBaseLogger
  installed: readonly Installed[]
  outbound: Outbound
  authorities: string[] | undefined
}

/** Plugins for the embedded storages of the demonstration's tenants. */
const pluginsForTenants = (installed: readonly Installed[]) => {
  const own = installed.map((plugin) => ({ ...plugin }))
  for (const plugin of own) if (plugin.problem === storageNotSupported) plugin.problem = undefined
  decidePlugins(own, 'embedded')
  return own
}

/** Opens a simulated cluster. The consoles of its tenants run in this process. */
const openDemonstration = async (folder: string, { version, log, installed, outbound }: Dependencies) => {
  const { createDemoCluster, demoTokens } = await import('../engines/kubernetes/demo/cluster.ts')
  const demonstration = { tokens: Object.values(demoTokens) }
  print(demonstrationStarted(demonstration.tokens.join(' or ')))
  const { createDemoConsoles } = await import('./demo-consoles.ts')
  const plugins = pluginsForTenants(installed)
  const consoles = createDemoConsoles({ folder, dist, version, log, outbound, installed: plugins })
  const api = await createDemoCluster(folder)
  const close = async () => {
    await consoles.close()
    await api.close()
  }
  return { api: { ...api, close }, demonstration, open: consoles.open }
}

const openKubernetes = async (
  storage: Extract<Storage, { engine: 'kubernetes' }>,
  dependencies: Dependencies,
): Promise<Engine> => {
  const { log, outbound, authorities } = dependencies
  const { domain, sessionSeconds, addresses, folder } = storage
  const { createKubernetesEngine } = await import('../engines/kubernetes/engine.ts')
  const options = { domain, sessionSeconds, folder, log, outbound }
  if (storage.cluster === 'demonstration') {
    const { open, ...demo } = await openDemonstration(storage.folder, dependencies)
    return createKubernetesEngine({ ...options, ...demo, tenants: { ca: authorities, addresses, open } })
  }
  const { readCluster } = await import('./cluster.ts')
  const { url, namespace, ca = authorities } = readCluster(storage.cluster)
  const { createHttpApi } = await import('../engines/kubernetes/http-api.ts')
  const apiServerProxy = storage.cluster.service ? undefined : { url, ca }
  const api = createHttpApi({ url, ca })
  return createKubernetesEngine({ ...options, api, namespace, tenants: { ca, addresses, apiServerProxy } })
}

/** Opens an engine that stores the console's own data in a folder, which it locks until the engine is closed. */
const openLocked = async (
  folder: string | undefined,
  log: FastifyBaseLogger,
  open: () => Promise<Engine>,
): Promise<Engine> => {
  if (folder === undefined) return open()
  prepareFolder(folder)
  const lock = await lockFolder(folder, { log })
  try {
    const engine = await open()
    const close = async () => {
      await engine.close()
      await lock?.release()
    }
    return { ...engine, close }
  } catch (error) {
    await lock?.release()
    throw error
  }
}

/**
 * Opens the configured engine. Only its code is loaded: the embedded engine's index is never loaded for a storage
 * server.
 */
export const openStorage = async (
  { storage, authorities, allowedTargets, shareUrl, tls, idleSeconds }: Config,
  version: string,
  { log, installed }: { log: FastifyBaseLogger; installed: readonly Installed[] },
): Promise<Engine> => {
  const outbound = createOutbound({ allowed: allowedTargets, ca: authorities })
  const certificateEnds = tls && expiryOf(tls)
  if (storage.engine === 'minio') {
    const { url, folder, region, stsSeconds, ldap, idp } = storage
    const { createMinioEngine } = await import('../engines/minio/engine.ts')
    return openLocked(folder, log, async () =>
      createMinioEngine({
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
      }),
    )
  }
  if (storage.engine === 's3') {
    const { url, region, style, sessionSeconds } = storage
    const { createS3Engine } = await import('../engines/s3/engine.ts')
    return createS3Engine({ url, region, style, sessionSeconds, ca: authorities, shareUrl, log, outbound })
  }
  if (storage.engine === 'kubernetes')
    return openLocked(storage.folder, log, () =>
      openKubernetes(storage, { version, log, installed, outbound, authorities }),
    )
  const { folder, root } = storage
  const { createEmbeddedEngine } = await import('../engines/embedded/engine.ts')
  const engine = await createEmbeddedEngine({ folder, root, version, shareUrl, log, outbound, certificateEnds })
  const { generatedRoot } = engine
  // printed before anything can fail, because the credentials cannot be read again
  if (generatedRoot) print(rootAccountCreated(generatedRoot.accessKey, generatedRoot.secretKey))
  return engine
}
