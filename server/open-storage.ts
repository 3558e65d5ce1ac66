import type { FastifyBaseLogger } from 'fastify'
import type { Engine } from '../engines/engine.ts'
import { createOutbound } from '../engines/outbound/outbound.ts'
import { expiryOf } from './certificates.ts'
import type { Config } from './config.ts'
import type { Pair } from './config-storage.ts'
import { dist } from './dist.ts'
import type { Installed } from './installed-plugins.ts'
import { decidePlugins } from './plugins.ts'
import { demonstrationStarted, rootAccountCreated, storageNotSupported } from './messages.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Printed before anything can fail, because the credentials cannot be read again. */
const firstPair = ({ accessKey, secretKey }: Pair) => rootAccountCreated(accessKey, secretKey)

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
      print(demonstrationStarted(demonstration.tokens.join(' or ')))
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
    const { createHttpApi } = await import('../engines/kubernetes/http-api.ts')
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
      tenants: { ca, addresses, apiServerProxy: storage.cluster.service ? undefined : { url: cluster.url, ca } },
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
  if (engine.generatedRoot) print(firstPair(engine.generatedRoot))
  return engine
}

/** Plugins for the embedded storages of the demonstration's tenants. */
const forTenants = (installed: readonly Installed[]) => {
  const own = installed.map((plugin) => ({ ...plugin }))
  for (const plugin of own) if (plugin.problem === storageNotSupported) plugin.problem = undefined
  decidePlugins(own, 'embedded')
  return own
}
