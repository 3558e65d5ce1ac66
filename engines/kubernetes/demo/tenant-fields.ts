import type { Schema } from './schema.ts'

/** Operator releases whose tenant definitions differ: 4.0.0, 4.3.0, 4.4.28, 4.5.8, 5.0.10, 6.0.4, 7.1.1. */
export const releases = ['4.0', '4.3', '4.4', '4.5', '5.0', '6.0', '7.1'] as const
export type Release = (typeof releases)[number]

/** A field that exists in the releases from `since` to `until`. */
type Field = { since: Release; until: Release; schemaIn: (release: Release) => Schema }
type Range = { since?: Release; until?: Release }

const order = (release: Release) => releases.indexOf(release)
const existsIn = ({ since, until }: Pick<Field, 'since' | 'until'>, release: Release) =>
  order(since) <= order(release) && order(release) <= order(until)

const field = (schemaIn: Field['schemaIn'], { since = '4.0', until = '7.1' }: Range = {}): Field => ({
  since,
  until,
  schemaIn,
})
const fieldOf =
  (schema: Schema) =>
  (range?: Range): Field =>
    field(() => schema, range)

const text = fieldOf({ type: 'string' })
const flag = fieldOf({ type: 'boolean' })
const int = fieldOf({ type: 'integer', format: 'int32' })
const map = fieldOf({ type: 'object', additionalProperties: { type: 'string' } })
/** A Kubernetes type without its inner fields. */
const anyObject: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const kubernetesObject = fieldOf(anyObject)
const kubernetesObjects = fieldOf({ type: 'array', items: anyObject })

type Fields = Readonly<Record<string, Field>>
type RequiredFields = readonly string[] | ((release: Release) => readonly string[])

const object = (fields: Fields, range: Range & { required?: RequiredFields } = {}): Field =>
  field((release) => {
    const { required = [] } = range
    const requiredFields = typeof required === 'function' ? required(release) : required
    return {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(fields).flatMap(([name, one]) =>
          existsIn(one, release) ? [[name, one.schemaIn(release)]] : [],
        ),
      ),
      ...(requiredFields.length > 0 && { required: [...requiredFields] }),
    }
  }, range)
const list = (items: Field, range?: Range): Field =>
  field((release) => ({ type: 'array', items: items.schemaIn(release) }), range)

const named = (range?: Range) => object({ name: text() }, range)
const certificate = (range?: Range) => object({ name: text(), type: text() }, { ...range, required: ['name'] })

/** Since pools must be named, their servers and volumes are immutable. */
const NAMES_SINCE: Release = '6.0'
const hasNames = (release: Release) => order(release) >= order(NAMES_SINCE)
const immutable = field((release) => ({
  type: 'integer',
  format: 'int32',
  ...(hasNames(release) && {
    'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'it is immutable' }],
  }),
}))

const pool = object(
  {
    name: field((release) => ({ type: 'string', ...(hasNames(release) && { minLength: 1 }) })),
    servers: immutable,
    volumesPerServer: immutable,
    volumeClaimTemplate: kubernetesObject(),
    resources: kubernetesObject(),
    nodeSelector: map(),
    affinity: kubernetesObject(),
    tolerations: kubernetesObjects(),
    securityContext: kubernetesObject(),
    labels: map({ since: '4.3' }),
    annotations: map({ since: '4.3' }),
    topologySpreadConstraints: kubernetesObjects({ since: '4.3' }),
    runtimeClassName: text({ since: '4.4' }),
    containerSecurityContext: kubernetesObject({ since: '4.5' }),
  },
  {
    required: (release) => [
      'servers',
      'volumesPerServer',
      'volumeClaimTemplate',
      ...(hasNames(release) ? ['name'] : []),
    ],
  },
)

const pools = field((release) => ({
  type: 'array',
  items: pool.schemaIn(release),
  ...(hasNames(release) && { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] }),
}))

const kes = object(
  {
    replicas: int(),
    image: text(),
    imagePullPolicy: text(),
    serviceAccountName: text(),
    keyName: text(),
    kesSecret: named(),
    externalCertSecret: certificate(),
    clientCertSecret: certificate(),
    gcpCredentialSecretName: text({ since: '6.0' }),
    gcpWorkloadIdentityPool: text({ since: '6.0' }),
    labels: map(),
    annotations: map(),
    nodeSelector: map(),
    tolerations: kubernetesObjects(),
    securityContext: kubernetesObject(),
    affinity: kubernetesObject({ since: '4.3' }),
    resources: kubernetesObject({ since: '4.3' }),
    topologySpreadConstraints: kubernetesObjects({ since: '4.3' }),
    env: kubernetesObjects({ since: '4.4' }),
    containerSecurityContext: kubernetesObject({ since: '6.0' }),
  },
  { required: ['kesSecret'] },
)

/** The separate console deployment of operator 4. */
const consoleDeployment = object(
  {
    image: text(),
    imagePullPolicy: text(),
    replicas: int(),
    serviceAccountName: text(),
    env: kubernetesObjects(),
    consoleSecret: named(),
    externalCertSecret: certificate(),
    externalCaCertSecret: list(certificate()),
    labels: map(),
    annotations: map(),
    nodeSelector: map(),
    tolerations: kubernetesObjects(),
    resources: kubernetesObject(),
    securityContext: kubernetesObject(),
  },
  { until: '4.0' },
)

/** Common fields of the log search pods and those of its database. */
const logPods = {
  image: text(),
  labels: map(),
  annotations: map(),
  nodeSelector: map(),
  affinity: kubernetesObject(),
  tolerations: kubernetesObjects(),
  resources: kubernetesObject(),
  securityContext: kubernetesObject(),
  env: kubernetesObjects({ since: '4.4' }),
  serviceAccountName: text({ since: '4.3' }),
  topologySpreadConstraints: kubernetesObjects({ since: '4.3' }),
}

const log = object(
  {
    ...logPods,
    audit: object({ diskCapacityGB: int() }),
    db: object({ ...logPods, initimage: text({ since: '4.3' }), volumeClaimTemplate: kubernetesObject() }),
  },
  { until: '4.5' },
)

const prometheus = object(
  {
    diskCapacityGB: int(),
    labels: map(),
    annotations: map(),
    nodeSelector: map(),
    resources: kubernetesObject(),
    securityContext: kubernetesObject(),
    image: text({ since: '4.3' }),
    initimage: text({ since: '4.3' }),
    sidecarimage: text({ since: '4.3' }),
    serviceAccountName: text({ since: '4.3' }),
    storageClassName: text({ since: '4.3' }),
    affinity: kubernetesObject({ since: '4.3' }),
    topologySpreadConstraints: kubernetesObjects({ since: '4.3' }),
    env: kubernetesObjects({ since: '4.4' }),
    tolerations: kubernetesObjects({ since: '4.5' }),
  },
  { until: '4.5' },
)

/** An object with resource metadata in one release, a boolean since. */
const prometheusOperator = field(
  (release) => (release === '4.3' ? object({ labels: map(), annotations: map() }) : flag()).schemaIn(release),
  { since: '4.3' },
)

const spec = object(
  {
    users: list(named()),
    credsSecret: named({ until: '5.0' }),
    configuration: named({ since: '4.3' }),
    image: text(),
    imagePullPolicy: text(),
    imagePullSecret: named(),
    env: kubernetesObjects(),
    pools,
    poolsMetadata: object({ labels: map(), annotations: map() }, { since: '7.1' }),
    mountPath: text(),
    subPath: text(),
    podManagementPolicy: text(),
    priorityClassName: text(),
    serviceAccountName: text(),
    requestAutoCert: flag(),
    certConfig: object({ commonName: text(), organizationName: list(text()), dnsNames: list(text()) }),
    certExpiryAlertThreshold: int({ since: '6.0' }),
    externalCertSecret: list(certificate()),
    externalCaCertSecret: list(certificate()),
    externalClientCertSecret: certificate(),
    externalClientCertSecrets: list(certificate(), { since: '4.5' }),
    kes,
    console: consoleDeployment,
    log,
    prometheus,
    prometheusOperator,
    prometheusOperatorScrapeMetricsPaths: list(text(), { since: '7.1' }),
    s3: object({ bucketDNS: flag() }, { until: '4.5' }),
    features: object(
      {
        bucketDNS: flag(),
        domains: object({ console: text(), minio: list(text()) }),
        enableSFTP: flag({ since: '6.0' }),
      },
      { since: '4.4' },
    ),
    buckets: list(object({ name: text(), objectLock: flag(), region: text() }), { since: '4.4' }),
    exposeServices: object({ minio: flag(), console: flag() }),
    serviceMetadata: object({
      minioServiceLabels: map(),
      minioServiceAnnotations: map(),
      consoleServiceLabels: map(),
      consoleServiceAnnotations: map(),
      kesServiceLabels: map({ since: '7.1' }),
      kesServiceAnnotations: map({ since: '7.1' }),
    }),
    sideCars: object(
      {
        containers: kubernetesObjects(),
        volumes: kubernetesObjects(),
        volumeClaimTemplates: kubernetesObjects(),
        resources: kubernetesObject({ since: '6.0' }),
      },
      { required: ['containers'] },
    ),
    logging: object({ json: flag(), anonymous: flag(), quiet: flag() }, { since: '4.3' }),
    liveness: kubernetesObject({ since: '4.3' }),
    readiness: kubernetesObject({ since: '4.3' }),
    startup: kubernetesObject({ since: '4.5' }),
    lifecycle: kubernetesObject({ since: '6.0' }),
    initContainers: kubernetesObjects({ since: '5.0' }),
    additionalVolumes: kubernetesObjects({ since: '5.0' }),
    additionalVolumeMounts: list(
      object(
        {
          name: text(),
          mountPath: text(),
          mountPropagation: text(),
          readOnly: flag(),
          recursiveReadOnly: text(),
          subPath: text(),
          subPathExpr: text(),
        },
        { required: ['mountPath', 'name'] },
      ),
      { since: '5.0' },
    ),
  },
  { required: ['pools'] },
)

export const tenantSpecSchema = (release: Release): Schema => spec.schemaIn(release)
