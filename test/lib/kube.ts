import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { createHttpApi } from '../../engines/kubernetes/http-api.ts'
import { accountsOf } from './accounts.ts'
import { hasEtcd, startEtcd } from './etcd.ts'
import { freePort, startProgram } from '../../testing/process.ts'
import { removeFolder, programPath, hasPrograms } from './programs.ts'
import { tenantCrd } from '../../engines/kubernetes/demo/tenant-crd.ts'
import { until } from './until.ts'
import { isPresent } from '../runner/components.mjs'
import { temporaryFolder } from './temporary-folder.ts'

/** Whether this machine can run a cluster's API. */
export const hasKube = () => hasEtcd() && isPresent('kube-apiserver', hasPrograms('kube-apiserver'))

/** Reason that a test run prints when it skips a suite that needs a cluster. */
export const noKube = "no cluster: there are no `etcd` and `kube-apiserver` programs on PATH or in Go's bin folder"

/** Reason to skip a suite that needs a cluster; `undefined` if this machine can run one. */
export const missingKube = () => (hasKube() ? undefined : noKube)

const ISSUER = 'https://kubernetes.default.svc'
const definitions = kindAt('apiextensions.k8s.io/v1', 'customresourcedefinitions')

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Starts a real API server of Kubernetes with etcd, on loopback, with the tenant definition of current operators; no
 * node, and no operator.
 */
export const startKube = async ({ flags = {} }: { flags?: Record<string, string> } = {}) => {
  const folder = temporaryFolder('kube')
  const etcd = await startEtcd()
  const port = await freePort()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const admin = `admin-${randomUUID()}`
  const args = {
    'etcd-servers': etcd.url,
    'cert-dir': folder,
    'bind-address': '127.0.0.1',
    'secure-port': port,
    'service-cluster-ip-range': '10.0.0.0/24',
    'token-auth-file': file('tokens.csv', `${admin},admin,admin,"system:masters"\n`),
    'authorization-mode': 'RBAC',
    'service-account-key-file': file('accounts.pub', publicKey.export({ type: 'spki', format: 'pem' }).toString()),
    'service-account-signing-key-file': file(
      'accounts.key',
      privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    ),
    'service-account-issuer': ISSUER,
    'disable-admission-plugins': 'ServiceAccount,TaintNodesByCondition',
    'allow-privileged': true,
    ...flags,
  }
  const url = new URL(`https://127.0.0.1:${port}`)
  const certificate = join(folder, 'apiserver.crt')
  const apiOf = () => createHttpApi({ url, ca: [readFileSync(certificate, 'utf8')] })
  const ready = async () => {
    if (!existsSync(certificate)) return false
    const api = apiOf()
    const { status } = await api.call(admin, { method: 'GET', path: '/readyz' }).finally(() => api.close())
    return status === 200
  }
  const start = () =>
    startProgram(
      programPath('kube-apiserver'),
      Object.entries(args).map(([name, value]) => `--${name}=${value}`),
      { env: {}, isReady: ready },
    )
  let running = await start()
  const api = apiOf()
  const client = createClient(api, admin)

  await client.create(pathOf(definitions), tenantCrd('v7'))
  await until(
    async () => (await api.call(admin, { method: 'GET', path: '/apis/minio.min.io/v2/tenants' })).status === 200,
  )

  const { namespace, grant, account } = accountsOf(client)

  /** Creates a token signed by the cluster, with any expiration, in s since 1970. */
  const mint = ({ at, name, uid }: { at: string; name: string; uid: string }, exp: number) => {
    const own = { namespace: at, serviceaccount: { name, uid } }
    const claims = {
      iss: ISSUER,
      aud: [ISSUER],
      sub: `system:serviceaccount:${at}:${name}`,
      iat: exp - 3600,
      nbf: exp - 3600,
      exp,
      'kubernetes.io': own,
    }
    const text = `${part({ alg: 'RS256' })}.${part(claims)}`
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`
  }

  return {
    url,
    ca: certificate,
    admin,
    api,
    client,
    namespace,
    grant,
    account,
    mint,
    /**
     * Kills the API server and starts it again, on the same port and data; with SIGTERM it would wait a minute for open
     * watches.
     */
    restart: async () => {
      await running.stop('SIGKILL')
      running = await start()
    },
    stop: async () => {
      await api.close()
      // its data is temporary, and SIGTERM would wait for every watch
      await running.stop('SIGKILL')
      await etcd.stop()
      removeFolder(folder)
    },
  }
}

export type Kube = Awaited<ReturnType<typeof startKube>>
