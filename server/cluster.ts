import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { StartError } from '../engines/start-error.ts'
import { parseAuthorities, readAuthorities } from './certificates.ts'
import type { ClusterSettings } from './config-storage.ts'
import * as values from './values.ts'
import {
  clusterRequired,
  kubeconfigAuthorityEmpty,
  kubeconfigInsecure,
  kubeconfigWithoutCluster,
  kubeconfigWithoutContext,
  kubeconfigMissing,
  kubeconfigInvalid,
} from './messages.ts'

/** A cluster's API server, its certificate authorities (PEM) if not Node's own, and the namespace of the console. */
export type ClusterConnection = { url: URL; ca: string[] | undefined; namespace: string | undefined }

/** Path of the service account that Kubernetes mounts into every pod. */
const inPod = '/var/run/secrets/kubernetes.io/serviceaccount'

const named = <const T extends v.GenericSchema>(entry: T) => v.optional(v.array(entry), [])

const KubeConfig = v.looseObject({
  'current-context': v.optional(v.string(), ''),
  contexts: named(
    v.looseObject({
      name: v.string(),
      context: v.looseObject({ cluster: v.string(), namespace: v.optional(v.string()) }),
    }),
  ),
  clusters: named(
    v.looseObject({
      name: v.string(),
      cluster: v.looseObject({
        server: v.string(),
        'certificate-authority': v.optional(v.string()),
        'certificate-authority-data': v.optional(v.string()),
        'insecure-skip-tls-verify': v.optional(v.boolean(), false),
      }),
    }),
  ),
})

const readKubeConfig = (path: string) => {
  try {
    return v.parse(KubeConfig, parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new StartError(kubeconfigInvalid(path, (error as Error).message.split('\n')[0]))
  }
}

/**
 * Reads the server of the current context, as kubectl does; the user credentials in the file are not used for sign-in.
 */
const fromKubeConfig = (paths: string): ClusterConnection => {
  const present = paths.split(delimiter).filter((path) => path !== '' && existsSync(path))
  if (present.length === 0) throw new StartError(kubeconfigMissing(paths))
  const files = present.map((path) => ({ path, config: readKubeConfig(path) }))
  const current = files.map(({ config }) => config['current-context']).find(Boolean)
  if (!current) throw new StartError(kubeconfigWithoutContext(paths))
  const context = files.flatMap(({ config }) => config.contexts).find(({ name }) => name === current)?.context
  const found = files
    .flatMap(({ path, config }) => config.clusters.map(({ name, cluster }) => ({ path, name, cluster })))
    .find(({ name }) => name === context?.cluster)
  if (!context || !found) throw new StartError(kubeconfigWithoutCluster(paths, current))
  const {
    server,
    'certificate-authority': file,
    'certificate-authority-data': data,
    'insecure-skip-tls-verify': blind,
  } = found.cluster
  if (blind) throw new StartError(kubeconfigInsecure(found.name))
  const entries = data
    ? parseAuthorities(
        Buffer.from(data, 'base64').toString(),
        `KUBECONFIG: certificate-authority-data of cluster "${found.name}"`,
      )
    : undefined
  const ca = entries ?? (file ? readAuthorities([resolve(dirname(found.path), file)]) : undefined)
  if ((data || file) && !ca) throw new StartError(kubeconfigAuthorityEmpty(found.name))
  return {
    url: values.url('any')({ name: `KUBECONFIG: server of cluster "${found.name}"`, text: server }),
    ca,
    namespace: context.namespace,
  }
}

/**
 * Finds the cluster of operator mode: the configured one, else the current context of `KUBECONFIG`, else the cluster
 * this pod runs in. Throws `StartError` if there is none.
 */
export const readCluster = (
  { server, authority, kubeConfig, service }: ClusterSettings,
  pod = inPod,
): ClusterConnection => {
  const inFile = authority && readAuthorities([authority.path])
  if (authority && !inFile)
    throw new StartError(
      `${authority.name} names "${authority.path}", which ${existsSync(authority.path) ? 'contains no certificate' : 'does not exist'}`,
    )
  const ca = inFile || undefined
  const fromPod = () => ({
    ca: ca ?? readAuthorities([join(pod, 'ca.crt')]),
    namespace: existsSync(join(pod, 'namespace')) ? readFileSync(join(pod, 'namespace'), 'utf8').trim() : undefined,
  })
  if (server) return { url: server, ...fromPod() }
  if (kubeConfig) {
    const found = fromKubeConfig(kubeConfig)
    return { ...found, ca: ca ?? found.ca }
  }
  if (service && existsSync(join(pod, 'ca.crt'))) return { url: service, ...fromPod() }
  throw new StartError(clusterRequired)
}
