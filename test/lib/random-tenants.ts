import type { Schema } from '../../engines/kubernetes/demo/schema.ts'
import type { choicesFrom } from './random.ts'

type Choices = ReturnType<typeof choicesFrom>

/** Texts that parsers mistake for other values, besides ordinary ones. */
const texts = ['plain', 'on', 'no', '0o17', '1e3', '~', 'null', 'a: b # c', "it's", 'Größe', '']
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Generates random tenant specs that a definition allows; `tenant` is the name in their selectors. */
export const randomTenants = ({ below, withProbability, pick }: Choices, tenant: string) => {
  const word = () => Array.from({ length: 3 + below(6) }, () => pick([...letters])).join('')
  const image = () =>
    `${pick(['minio/', 'quay.io/minio/', 'registry.example:5000/team/'])}${word()}:${pick(['v1', 'RELEASE.2025-04-08T15-41-24Z'])}${withProbability(0.2) ? `@sha256:${'0f'.repeat(32)}` : ''}`
  const map = () =>
    Object.fromEntries(
      Array.from({ length: 1 + below(3) }, () => [pick([word(), `${word()}.example/${word()}`]), pick(texts)]),
    )
  const amount = () => pick(['1', '500m', '1.5', '2Gi', '3.5Gi', '16T', '8589934592'])
  const some = <Value>(least: number, most: number, make: (index: number) => Value) =>
    Array.from({ length: least + below(most - least + 1) }, (_, index) => make(index))
  const maybe = <Value extends object>(share: number, make: () => Value): Value | Record<string, never> =>
    withProbability(share) ? make() : {}

  const selector = () => ({
    labelSelector: pick([
      { matchLabels: { 'v1.min.io/tenant': tenant, app: word() } },
      { matchExpressions: [{ key: 'v1.min.io/tenant', operator: 'In', values: [tenant] }] },
    ]),
    topologyKey: 'kubernetes.io/hostname',
  })
  const claim = () => ({
    ...maybe(0.7, () => ({ metadata: { name: 'data', ...maybe(0.4, () => ({ labels: map() })) } })),
    spec: {
      ...maybe(0.8, () => ({ accessModes: [pick(['ReadWriteOnce', 'ReadWriteOncePod'])] })),
      resources: { requests: { storage: pick(['10Gi', '1.5Ti', '16T', 26843545600, '26843545600']) } },
      ...maybe(0.6, () => ({ storageClassName: word() })),
      ...maybe(0.2, () => ({ volumeMode: 'Filesystem', unheardOf: { on: pick(texts), list: [] } })),
    },
  })
  const env = () => ({
    name: pick([
      'MINIO_SITE_NAME',
      'MINIO_SERVER_URL',
      'MINIO_KMS_SECRET_KEY',
      'MINIO_COMPRESSION_ENABLE',
      word().toUpperCase(),
    ]),
    ...pick([
      { value: pick(texts) },
      { valueFrom: { secretKeyRef: { name: word(), key: word() } } },
      { valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ]),
  })
  const container = () => ({
    name: word(),
    image: image(),
    ...maybe(0.5, () => ({ env: some(1, 2, env) })),
    ...maybe(0.5, () => ({ args: some(1, 2, () => pick(texts)), volumeMounts: [{ name: word(), mountPath: '/x' }] })),
  })
  const volume = () => ({
    name: word(),
    ...pick([
      { secret: { secretName: word(), defaultMode: 256 } },
      { configMap: { name: word(), optional: true } },
      { emptyDir: {} },
      { projected: { sources: [{ secret: { name: word() } }, { configMap: { name: word() } }] } },
    ]),
  })
  const probe = () => ({
    httpGet: { path: '/minio/health/live', port: pick([9000, 'https']) },
    periodSeconds: 1 + below(30),
  })

  /** Values of Kubernetes' own types, by the name of the field or list. */
  const own: Readonly<Record<string, () => object>> = {
    affinity: () => ({
      ...maybe(0.7, () => ({
        podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: some(1, 2, selector) },
      })),
      ...maybe(0.4, () => ({
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: word(), operator: 'In', values: some(1, 2, word) }] }],
          },
        },
      })),
    }),
    tolerations: () => ({
      key: word(),
      operator: 'Exists',
      effect: 'NoSchedule',
      ...maybe(0.3, () => ({ tolerationSeconds: below(99) })),
    }),
    topologySpreadConstraints: () => ({ ...selector(), maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }),
    resources: () => ({
      ...maybe(0.8, () => ({ requests: { cpu: amount(), ...maybe(0.5, () => ({ memory: amount() })) } })),
      ...maybe(0.5, () => ({ limits: { memory: amount() } })),
    }),
    securityContext: () => ({
      ...maybe(0.8, () => ({ runAsUser: 1000 + below(5), runAsNonRoot: withProbability(0.5) })),
      ...maybe(0.6, () => ({ runAsGroup: 1000, fsGroup: below(3) })),
      ...maybe(0.5, () => ({ fsGroupChangePolicy: 'OnRootMismatch', supplementalGroups: [1, 2] })),
    }),
    containerSecurityContext: () => ({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      ...maybe(0.5, () => ({ seccompProfile: { type: 'RuntimeDefault' } })),
    }),
    volumeClaimTemplate: claim,
    volumeClaimTemplates: claim,
    env,
    initContainers: container,
    containers: container,
    volumes: volume,
    additionalVolumes: volume,
    liveness: probe,
    readiness: probe,
    startup: probe,
    lifecycle: () => ({ preStop: { exec: { command: some(1, 3, () => pick(texts)) } } }),
  }

  const textOf = (name: string) => {
    if (/image$/i.test(name)) return image()
    if (name === 'imagePullPolicy') return pick(['Always', 'IfNotPresent'])
    if (name === 'type') return pick(['kubernetes.io/tls', 'cert-manager.io/v1', 'Opaque'])
    return /path$/i.test(name) ? `/${word()}` : word()
  }

  const valueOf = (schema: Schema, name: string): unknown => {
    const { type, properties, items, required = [] } = schema
    if (items)
      return some(1, 2, () =>
        items['x-kubernetes-preserve-unknown-fields'] ? (own[name]?.() ?? {}) : valueOf(items, name),
      )
    if (schema['x-kubernetes-preserve-unknown-fields']) return own[name]?.() ?? {}
    if (type === 'boolean') return withProbability(0.5)
    if (type === 'integer') return name === 'servers' ? 4 + below(12) : 1 + below(4)
    if (type === 'string') return textOf(name)
    if (!properties) return map()
    return Object.fromEntries(
      Object.entries(properties).flatMap(([field, one]) =>
        required.includes(field) || withProbability(0.35) ? [[field, valueOf(one, field)]] : [],
      ),
    )
  }

  /** Generates a spec; named pools have distinct names. */
  return (schema: Schema) => {
    const spec = valueOf(schema, '') as { pools: { name?: string }[] } & Record<string, unknown>
    const pools = [...spec.pools, ...(withProbability(0.3) ? [structuredClone(spec.pools[0] ?? {})] : [])]
    return { ...spec, pools: pools.map((pool, index) => ('name' in pool ? { ...pool, name: `zone-${index}` } : pool)) }
  }
}
