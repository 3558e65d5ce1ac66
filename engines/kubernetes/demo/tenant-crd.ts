/**
 * Generations of the operator: of 4 with log search and Prometheus, of 5 without, of 7 with named pools; as the
 * releases 4.2, 5.0.10 and 7.1 define tenants.
 */
export const generations = ['v4', 'v5', 'v7'] as const
export type Generation = (typeof generations)[number]

type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const int: Schema = { type: 'integer', format: 'int32' }
const long: Schema = { type: 'integer', format: 'int64' }
const whatever: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})
const list = (items: Schema): Schema => ({ type: 'array', items })
const map: Schema = { type: 'object', additionalProperties: text }
const name = object({ name: text })
const certificate = object({ name: text, type: text }, ['name'])

/** What a pool is made with stays. */
const fixed: Schema = { ...int, 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'it is immutable' }] }

const pool = (generation: Generation) =>
  object(
    {
      name: generation === 'v7' ? { type: 'string', minLength: 1 } : text,
      servers: generation === 'v7' ? fixed : int,
      volumesPerServer: generation === 'v7' ? fixed : int,
      volumeClaimTemplate: whatever,
      resources: whatever,
      nodeSelector: map,
      affinity: whatever,
      tolerations: list(whatever),
      securityContext: whatever,
      labels: map,
      annotations: map,
      ...(generation !== 'v4' && {
        topologySpreadConstraints: list(whatever),
        runtimeClassName: text,
        containerSecurityContext: whatever,
        reclaimStorage: flag,
      }),
    },
    ['servers', 'volumesPerServer', 'volumeClaimTemplate', ...(generation === 'v7' ? ['name'] : [])],
  )

const kes = object(
  {
    replicas: int,
    image: text,
    imagePullPolicy: text,
    serviceAccountName: text,
    kesSecret: name,
    externalCertSecret: certificate,
    clientCertSecret: certificate,
    gcpCredentialSecretName: text,
    gcpWorkloadIdentityPool: text,
    keyName: text,
    labels: map,
    annotations: map,
    resources: whatever,
    nodeSelector: map,
    tolerations: list(whatever),
    affinity: whatever,
    topologySpreadConstraints: list(whatever),
    securityContext: whatever,
    containerSecurityContext: whatever,
    env: list(whatever),
  },
  ['kesSecret'],
)

const spec = (generation: Generation) =>
  object(
    {
      users: list(name),
      ...(generation !== 'v7' && { credsSecret: name }),
      ...(generation === 'v4' && { log: whatever, prometheus: whatever, s3: whatever }),
      ...(generation !== 'v4' && {
        prometheusOperator: flag,
        topologySpreadConstraints: list(whatever),
        buckets: list(whatever),
        features: whatever,
        externalClientCertSecrets: list(certificate),
        startup: whatever,
      }),
      ...(generation !== 'v4' && {
        initContainers: list(whatever),
        additionalVolumes: list(whatever),
        additionalVolumeMounts: list(whatever),
      }),
      ...(generation === 'v7' && {
        lifecycle: whatever,
        certExpiryAlertThreshold: int,
        poolsMetadata: object({ labels: map, annotations: map }),
        prometheusOperatorScrapeMetricsPaths: list(text),
      }),
      configuration: name,
      env: list(whatever),
      image: text,
      imagePullSecret: name,
      imagePullPolicy: text,
      pools: {
        ...list(pool(generation)),
        ...(generation === 'v7' && { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] }),
      },
      mountPath: text,
      subPath: text,
      requestAutoCert: flag,
      certConfig: object({ commonName: text, organizationName: list(text), dnsNames: list(text) }),
      externalCertSecret: list(certificate),
      externalCaCertSecret: list(certificate),
      externalClientCertSecret: certificate,
      kes,
      exposeServices: object({ minio: flag, console: flag }),
      serviceMetadata: whatever,
      serviceAccountName: text,
      podManagementPolicy: text,
      priorityClassName: text,
      sideCars: whatever,
      logging: object({ json: flag, anonymous: flag, quiet: flag }),
      liveness: whatever,
      readiness: whatever,
    },
    ['pools'],
  )

const status = object({
  availableReplicas: int,
  currentState: text,
  drivesHealing: int,
  drivesOffline: int,
  drivesOnline: int,
  healthMessage: text,
  healthStatus: text,
  provisionedBuckets: flag,
  provisionedUsers: flag,
  revision: int,
  syncVersion: text,
  usage: object({ capacity: long, rawCapacity: long, rawUsage: long, usage: long, tiers: list(whatever) }),
  waitingOnReady: text,
  writeQuorum: int,
  certificates: whatever,
  pools: list(object({ ssName: text, state: text, legacySecurityContext: flag }, ['ssName', 'state'])),
})

/**
 * The definition of tenants as an operator of this generation has it, of our own writing: what it does not name the
 * cluster throws away.
 */
export const tenantCrd = (generation: Generation) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'tenants.minio.min.io' },
  spec: {
    group: 'minio.min.io',
    scope: 'Namespaced',
    names: { kind: 'Tenant', listKind: 'TenantList', plural: 'tenants', singular: 'tenant', shortNames: ['tenant'] },
    // those of 4 still served what those of 3 had made
    versions: (generation === 'v4' ? ['v1', 'v2'] : ['v2']).map((version) => ({
      name: version,
      served: true,
      storage: version === 'v2',
      subresources: { status: {} },
      schema: {
        openAPIV3Schema: object(
          {
            apiVersion: text,
            kind: text,
            metadata: { type: 'object' },
            scheduler: object({ name: text }),
            spec: spec(generation),
            status,
          },
          ['spec'],
        ),
      },
    })),
  },
})
