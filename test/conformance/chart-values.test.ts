import { assert, suite } from '../lib/suite.ts'
import { hasHelm, helm, rendered, renderedAs } from '../lib/helm.ts'

const test = suite('values of the chart')
const chart = hasHelm ? test : test.skip

type Workload = {
  spec: {
    template: {
      spec: {
        terminationGracePeriodSeconds: number
        containers: { env: { name: string; value?: string }[] }[]
      }
    }
  }
}

chart('pods have 35 seconds after the shutdown delay to stop', async () => {
  const delayed = await rendered('shutdownDelay=60', 'env[0].name=CONSOLE_LOG_LEVEL', 'env[0].value=debug')
  const [{ spec }] = delayed.filter(({ kind }) => kind === 'StatefulSet') as unknown as [Workload]
  const { terminationGracePeriodSeconds, containers } = spec.template.spec
  assert.is(terminationGracePeriodSeconds, 95)
  const delays = containers.flatMap(({ env }) => env.filter(({ name }) => name === 'CONSOLE_SHUTDOWN_DELAY'))
  assert.equal(delays, [{ name: 'CONSOLE_SHUTDOWN_DELAY', value: '60s' }])
})

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'It was rendered',
    (error: unknown) => String((error as Error).message).replace(/\s+/g, ' '),
  )

chart('a misspelt or contradictory value is refused', async () => {
  await helm('lint', '--strict', 'deploy/helm/stowage')
  const refusals = [
    [['mod=minio'], /additional properties 'mod' not allowed/],
    [['minio.sever=http://s3'], /additional properties 'sever' not allowed/],
    [['mode=swift'], /mode.*must be one of 'embedded', 'minio', 's3', 'servers', 'operator'/],
    [['mode=s3'], /s3\.server is the address of the storage server/],
    [['mode=s3', 's3.server=https://s3', 's3.style=dns'], /s3\/style.*must be one of '', 'path', 'virtual-host'/],
    [
      ['mode=s3', 's3.server=https://s3', 's3.ca.secret=a', 's3.ca.configMap=b'],
      /s3\.ca\.secret and s3\.ca\.configMap are both set/,
    ],
    [['mode=minio'], /minio\.server is the address of the storage server/],
    [['mode=minio', 'minio.server=s3:9000'], /minio\/server.*does not match pattern/],
    [['mode=servers'], /servers is the list of storage servers/],
    [['mode=servers', 'servers[0].name=prod'], /missing property 'url'/],
    [['mode=servers', 'servers[0].name=Prod', 'servers[0].url=https://s3'], /servers\/0\/name.*does not match pattern/],
    [
      ['mode=servers', 'servers[0].name=prod', 'servers[0].url=https://s3', 'serversSecret.name=servers'],
      /servers and serversSecret are both set/,
    ],
    [
      ['mode=servers', 'servers[0].name=prod', 'servers[0].url=https://s3', 'servers[0].ca.key=ca.pem'],
      /the ca of the server prod names neither/,
    ],
    [['replicas=2'], /replicas has to be 1 in embedded mode/],
    [['tenantPorts=9100-9199', 'mode=operator'], /tenantPorts.*does not match pattern/],
    [['tenantPorts=https://t.example:9100-9199'], /tenantPorts are for mode=operator/],
    [
      ['mode=operator', 'tenantPorts=https://t.example:9100-9199', 'ingress.tenants=t.example'],
      /ingress\.tenants and tenantPorts are both set/,
    ],
    [['mode=operator', 'tenantPorts=https://t.example:9100-9199', 'replicas=2'], /tenantPorts need one replica/],
    [
      ['mode=operator', 'tenantPorts=https://t.example:9080-9095'],
      /tenantPorts contain port 9090 of the console itself/,
    ],
    [
      ['mode=operator', 'tenantPorts=https://t.example:9100-9119', 'service.port=9100'],
      /tenantPorts contain port 9100 of the console itself/,
    ],
    [
      ['mode=operator', 'tenantPorts=https://t.example:9199-9100'],
      /tenantPorts is https:\/\/t\.example:9199-9100, but it needs a range of up to 1000 ports/,
    ],
    [['mode=operator', 'tenantPorts=https://t.example:0-20'], /tenantPorts is .*:0-20, but it needs a range/],
    [
      ['mode=operator', 'tenantPorts=https://t.example:9100-70000'],
      /tenantPorts is .*:9100-70000, but it needs a range/,
    ],
    [
      ['mode=operator', 'tenantPorts=https://t.example:9100-10100'],
      /tenantPorts is .*:9100-10100, but it needs a range/,
    ],
    [['plugins.enabled[0]=heal', 'plugins.disabled[0]=trace'], /keep one/],
    [['minio.server=https://s3'], /minio\.server is set, but mode is embedded: set mode=minio, or remove it/],
    [
      ['mode=s3', 's3.server=https://s3', 'minio.server=https://s3'],
      /minio\.server is set, but mode is s3: set mode=minio, or remove it/,
    ],
    [['servers[0].name=prod', 'servers[0].url=https://s3'], /servers is set, but mode is embedded: set mode=servers/],
    [['shutdownDelay=301'], /shutdownDelay.*maximum: got 301, want 300/],
    [
      ['env[0].name=CONSOLE_SHUTDOWN_DELAY', 'env[0].value=60s'],
      /env contains CONSOLE_SHUTDOWN_DELAY, which the chart sets: use shutdownDelay instead/,
    ],
    [
      ['env[0].name=CONSOLE_ROOT_PASSWORD', 'env[0].value=secret'],
      /env contains CONSOLE_ROOT_PASSWORD, which the chart sets: use rootSecret instead/,
    ],
    [
      ['env[0].name=CONSOLE_ROOT_PASSWORD_FILE', 'env[0].value=/secret'],
      /env contains CONSOLE_ROOT_PASSWORD_FILE, which the chart sets: use rootSecret instead/,
    ],
    [
      ['metrics.tokenSecret=token', 'env[0].name=CONSOLE_METRICS_TOKEN_FILE', 'env[0].value=/secret'],
      /env contains CONSOLE_METRICS_TOKEN_FILE, which the chart sets: use metrics\.tokenSecret instead/,
    ],
    [
      ['mode=servers', 'serversSecret.name=list', 'env[0].name=CONSOLE_SERVERS', 'env[0].value=a=https://s3'],
      /env contains CONSOLE_SERVERS, which the chart sets: use servers instead/,
    ],
    [
      ['mode=operator', 'env[0].name=CONSOLE_MINIO_SERVER', 'env[0].value=https://s3'],
      /env contains CONSOLE_MINIO_SERVER, which selects what the console manages: use mode instead/,
    ],
    [
      ['mode=minio', 'minio.server=https://s3', 'env[0].name=CONSOLE_SERVERS_FILE', 'env[0].value=/servers'],
      /env contains CONSOLE_SERVERS_FILE, which selects what the console manages: use mode instead/,
    ],
    [
      ['env[0].name=CONSOLE_PORT', 'env[0].value=8080'],
      /env contains CONSOLE_PORT, but the probes and the Service need port 9090: use service\.port instead/,
    ],
  ] as const
  for (const [settings, message] of refusals) assert.match(await failureOf(rendered(...settings)), message)
})

chart('names that YAML reads as other values are quoted', async () => {
  const all = await renderedAs({ name: 'true', namespace: '123' }, 'ingress.enabled=true', 'ingress.host=s.example')
  const names = all.flatMap(({ metadata: { name, namespace, labels } }) => [
    name,
    namespace,
    ...Object.values(labels ?? {}),
  ])
  assert.equal(new Set(names), new Set(['true', '123', 'true-root', 'true-session', 'stowage']))
  for (const one of [
    ...JSON.stringify(all).matchAll(/"(?:name|serviceName|serviceAccountName|[^"]*instance)":([^,}]*)/g),
  ])
    assert.match(one[1] ?? '', /^"/, one[0])
})

chart('a release name that no Service can have is refused', async () => {
  for (const name of ['12345', 'my.rel'])
    assert.match(
      await failureOf(renderedAs({ name, namespace: 'stowage' })),
      new RegExp(`the release name ${name} is no name of a Service`),
    )
})
