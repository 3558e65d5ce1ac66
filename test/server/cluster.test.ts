import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { assert, test } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { StartError } from '../../engines/start-error.ts'
import { readCluster } from '../../server/cluster.ts'
import { readConfig } from '../../server/config.ts'

const folder = temporaryFolder('cluster')

const [authority = '', other = ''] = rootCertificates
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const nowhere = join(folder, 'no-pod')
const pod = join(folder, 'pod')
mkdirSync(pod)
writeFileSync(join(pod, 'ca.crt'), authority)
writeFileSync(join(pod, 'namespace'), 'minio-operator\n')

const placeOf = (environment: NodeJS.ProcessEnv, at = nowhere) => {
  const { storage } = readConfig({}, { CONSOLE_OPERATOR_MODE: 'on', ...environment })
  if (storage.engine !== 'kubernetes' || storage.cluster === 'demonstration') throw new Error('This is no real cluster')
  const { url, ca, namespace } = readCluster(storage.cluster, at)
  return { url: url.href, own: (ca?.length ?? 0) - rootCertificates.length, last: ca?.at(-1)?.trim(), namespace }
}

const refuses = (environment: NodeJS.ProcessEnv, message: RegExp, at = nowhere) =>
  assert.throws(
    () => placeOf(environment, at),
    (error: unknown) => error instanceof StartError && message.test(error.message),
  )

const kubeConfig = (cluster: object, more: object = {}) =>
  file(
    'config',
    `# comments and flow are YAML as well\n${JSON.stringify({
      kind: 'Config',
      'current-context': 'here',
      contexts: [{ name: 'here', context: { cluster: 'one', user: 'admin', namespace: 'tools' } }],
      clusters: [{ name: 'one', cluster }],
      users: [{ name: 'admin', user: { token: 'of-another-user' } }],
      ...more,
    })}\n`,
  )

test("a cluster is configured by server and certificate authority, also with the former console's variables", () => {
  const path = file('ca.pem', authority)
  for (const [server, ca] of [
    ['CONSOLE_KUBE_SERVER', 'CONSOLE_KUBE_CA'],
    ['CONSOLE_K8S_API_SERVER', 'CONSOLE_K8S_API_SERVER_TLS_ROOT_CA'],
  ] as const)
    assert.equal(placeOf({ [server]: 'https://kube.example:6443', [ca]: path }), {
      url: 'https://kube.example:6443/',
      own: 1,
      last: authority.trim(),
      namespace: undefined,
    })
  refuses(
    { CONSOLE_KUBE_SERVER: 'https://kube.example', CONSOLE_KUBE_CA: join(folder, 'none.pem') },
    /^CONSOLE_KUBE_CA names ".*none.pem", which does not exist$/,
  )
  refuses(
    { CONSOLE_KUBE_SERVER: 'https://kube.example', CONSOLE_KUBE_CA: file('empty.pem', '') },
    /^CONSOLE_KUBE_CA names ".*", which contains no certificate$/,
  )
  refuses(
    { CONSOLE_KUBE_SERVER: 'kube.example' },
    /^CONSOLE_KUBE_SERVER is "kube.example", but it must be an http or https address$/,
  )
})

test('kubeconfig provides the server of the current context, and no token', () => {
  const data = Buffer.from(other).toString('base64')
  const KUBECONFIG = kubeConfig({ server: 'https://10.0.0.1:6443', 'certificate-authority-data': data })
  assert.equal(placeOf({ KUBECONFIG }), {
    url: 'https://10.0.0.1:6443/',
    own: 1,
    last: other.trim(),
    namespace: 'tools',
  })
  file('beside.pem', authority)
  const byFile = kubeConfig({ server: 'https://proxy.example/k8s/clusters/c-1', 'certificate-authority': 'beside.pem' })
  assert.is(placeOf({ KUBECONFIG: byFile }).last, authority.trim())
  assert.is(placeOf({ KUBECONFIG: byFile }).url, 'https://proxy.example/k8s/clusters/c-1')
  const yaml = file(
    'yaml',
    'current-context: a\ncontexts:\n- name: a\n  context: {cluster: b}\nclusters:\n- cluster:\n    server: http://localhost:8001\n  name: b\n',
  )
  assert.is(placeOf({ KUBECONFIG: `${join(folder, 'none')}:${yaml}` }).url, 'http://localhost:8001/')
  refuses({ KUBECONFIG: join(folder, 'none') }, /which does not exist$/)
  refuses({ KUBECONFIG: file('torn', 'a: [') }, /is not a valid kubeconfig/)
  refuses({ KUBECONFIG: kubeConfig({ server: 'https://a' }, { 'current-context': '' }) }, /has no current-context/)
  refuses(
    { KUBECONFIG: kubeConfig({ server: 'https://a' }, { 'current-context': 'there' }) },
    /has no cluster for its context "there"/,
  )
  refuses(
    { KUBECONFIG: kubeConfig({ server: 'https://a', 'insecure-skip-tls-verify': true }) },
    /cluster "one" trusts any certificate/,
  )
})

test('in a pod the surrounding cluster is used', () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' }
  assert.equal(placeOf(env, pod), {
    url: 'https://10.96.0.1/',
    own: 1,
    last: authority.trim(),
    namespace: 'minio-operator',
  })
  assert.is(placeOf({ ...env, KUBERNETES_SERVICE_HOST: 'fd00::1' }, pod).url, 'https://[fd00::1]/')
  refuses(env, /needs a cluster: set CONSOLE_KUBE_SERVER or KUBECONFIG, or run the console in a pod of the cluster$/)
  refuses({}, /needs a cluster/, pod)
})

test('a console manages a cluster or a storage server', () => {
  const both = { CONSOLE_OPERATOR_MODE: 'on', CONSOLE_KUBE_SERVER: 'https://a', CONSOLE_MINIO_SERVER: 'https://b' }
  assert.throws(() => readConfig({}, both), /CONSOLE_OPERATOR_MODE and CONSOLE_MINIO_SERVER are both set/)
  assert.is(readConfig({}, { CONSOLE_OPERATOR_MODE: 'off' }).storage.engine, 'embedded')
  const { storage } = readConfig(
    { data: '/shown' },
    { CONSOLE_OPERATOR_MODE: 'demo', CONSOLE_KUBE_SERVER: 'https://a' },
  )
  assert.equal(storage.engine === 'kubernetes' && [storage.cluster, storage.folder], ['demonstration', '/shown'])
})

test('operator mode refuses LDAP only if it is on', () => {
  const ldap = (value: string) => readConfig({}, { CONSOLE_OPERATOR_MODE: 'demo', CONSOLE_LDAP_ENABLED: value })
  assert.throws(() => ldap('on'), /CONSOLE_OPERATOR_MODE and CONSOLE_LDAP_ENABLED are both set/)
  assert.is(ldap('off').storage.engine, 'kubernetes')
})
