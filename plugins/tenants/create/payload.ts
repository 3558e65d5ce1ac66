import * as v from 'valibot'
import { list, limits as most, text, textMap } from 'stowage'
import { imagePattern, Registry } from '../image.ts'
import * as messages from '../messages.ts'

const word = text(most.name)
const required = v.pipe(word, v.minLength(1, 'Field cannot be empty'))
const may = v.optional(v.nullable(word))
const flag = v.optional(v.nullable(v.boolean()))
const seconds = v.optional(
  v.nullable(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0, messages.valueMustNotBeNegative),
      v.maxValue(86_400, 'Enter at most a day'),
    ),
  ),
)
const count = (most: number) =>
  v.pipe(
    v.number(),
    v.integer('Enter a whole number'),
    v.minValue(1, 'Enter at least 1'),
    v.maxValue(most, `Enter at most ${most}`),
  )

/** Name that is valid in Kubernetes for a tenant's resources. */
const label = v.pipe(text(63), v.regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, messages.nameCharacters))

/** Name of a tenant (spec/3 5). */
export const TenantName = v.pipe(
  text(63),
  v.regex(/^[a-z0-9-]{3,63}$/, messages.nameFormat),
  v.regex(/^[a-z0-9].*[a-z0-9]$/, messages.nameEnds),
)
export const NamespaceName = v.pipe(label, v.minLength(1, 'Field cannot be empty'))

const map = textMap(text(most.name), text(most.name), 64, {
  shape: messages.mustBeObjectOfStrings,
  count: 'Enter at most 64 entries',
})
const maybeMap = v.optional(v.nullable(map))

/** A certificate or key: base64 of its PEM. */
const Pem = v.pipe(text(128 * 1024), v.minLength(1, 'Field cannot be empty'))
const TlsKeyPair = v.object({ crt: Pem, key: Pem })
export type TlsKeyPair = v.InferOutput<typeof TlsKeyPair>

const id = (name: string) => v.pipe(text(10), v.regex(/^\d+$/, messages.mustBePresent(name)))

/** Security context of pods; ids are strings. */
export const SecurityContext = v.object({
  runAsUser: id('runAsUser'),
  runAsGroup: id('runAsGroup'),
  fsGroup: id('fsGroup'),
  runAsNonRoot: v.boolean(),
})
export type SecurityContext = v.InferOutput<typeof SecurityContext>
const context = v.optional(v.nullable(SecurityContext))

const imageOf = (example: string) => {
  const message = messages.formatOf(example)
  return v.optional(v.nullable(v.union([v.literal(''), v.pipe(word, v.regex(imagePattern, message))], message)))
}
const Image = imageOf('minio/minio:VERSION')

const Requirement = v.object({
  key: required,
  operator: v.picklist(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']),
  values: v.optional(v.nullable(list(word, 64))),
})
const requirements = v.optional(v.nullable(list(Requirement, 64)))
const NodeTerm = v.object({ matchExpressions: requirements, matchFields: requirements })
const PodTerm = v.object({
  labelSelector: v.optional(v.nullable(v.object({ matchExpressions: requirements, matchLabels: maybeMap }))),
  namespaces: v.optional(v.nullable(list(word, 64))),
  topologyKey: required,
})
const weight = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))
const PodRules = v.optional(
  v.nullable(
    v.object({
      requiredDuringSchedulingIgnoredDuringExecution: v.optional(v.nullable(list(PodTerm, 16))),
      preferredDuringSchedulingIgnoredDuringExecution: v.optional(
        v.nullable(list(v.object({ weight, podAffinityTerm: PodTerm }), 16)),
      ),
    }),
  ),
)

const Affinity = v.object({
  nodeAffinity: v.optional(
    v.nullable(
      v.object({
        requiredDuringSchedulingIgnoredDuringExecution: v.optional(
          v.nullable(v.object({ nodeSelectorTerms: list(NodeTerm, 16) })),
        ),
        preferredDuringSchedulingIgnoredDuringExecution: v.optional(
          v.nullable(list(v.object({ weight, preference: NodeTerm }), 16)),
        ),
      }),
    ),
  ),
  podAffinity: PodRules,
  podAntiAffinity: PodRules,
})

const Toleration = v.object({
  key: may,
  operator: v.optional(v.nullable(v.picklist(['Equal', 'Exists']))),
  value: may,
  effect: v.optional(v.nullable(v.picklist(['NoSchedule', 'PreferNoSchedule', 'NoExecute']))),
  tolerationSeconds: v.optional(v.nullable(v.object({ seconds: v.pipe(v.number(), v.integer()) }))),
})

const units = v.pipe(v.number(), v.integer('Enter whole bytes'), v.minValue(0, 'Enter 0 or more'))
const amounts = v.optional(
  v.nullable(v.object({ cpu: v.optional(v.nullable(units)), memory: v.optional(v.nullable(units)) })),
)

/** A pool of a tenant (console-api 14.7); sizes in bytes. */
export const NewPool = v.object({
  name: v.optional(v.nullable(v.union([v.literal(''), label]))),
  servers: count(1024),
  volumes_per_server: count(256),
  volume_configuration: v.object({
    size: v.pipe(
      v.number(),
      v.integer('Enter whole bytes'),
      v.minValue(1, 'Enter a size greater than 0'),
      v.maxValue(Number.MAX_SAFE_INTEGER),
    ),
    storage_class_name: may,
    labels: maybeMap,
    annotations: maybeMap,
  }),
  resources: v.optional(v.nullable(v.object({ requests: amounts, limits: amounts }))),
  node_selector: maybeMap,
  affinity: v.optional(v.nullable(Affinity)),
  tolerations: v.optional(v.nullable(list(Toleration, 32))),
  securityContext: context,
})
export type NewPool = v.InferOutput<typeof NewPool>

/** Changes of a copied pool. Placement is replaced as a whole; `null` removes a field. */
const PoolChange = v.object({
  ...v.partial(v.omit(NewPool, ['name', 'volume_configuration'])).entries,
  volume_configuration: v.optional(v.partial(NewPool.entries.volume_configuration)),
})
export type PoolChange = v.InferOutput<typeof PoolChange>

/** A pool for an existing tenant; with `like` a copy of another pool, except for the given fields. */
export const AddedPool = v.object({
  ...NewPool.entries,
  like: v.optional(v.union([v.literal(''), label])),
  /** Attaches the volumes left by a removed pool of this name, which is refused otherwise. An extension. */
  reuse_volumes: v.optional(v.boolean()),
})
export type AddedPool = v.InferOutput<typeof AddedPool>

const Keys = v.pipe(required, v.regex(/^[A-Za-z0-9-]{8,63}$/, messages.keysTooShort))

const Idp = v.object({
  keys: v.optional(v.nullable(list(v.object({ access_key: Keys, secret_key: Keys }), 64))),
  oidc: v.optional(
    v.nullable(
      v.object({
        configuration_url: required,
        client_id: required,
        secret_id: required,
        claim_name: required,
        callback_url: may,
        scopes: may,
      }),
    ),
  ),
  active_directory: v.optional(
    v.nullable(
      v.object({
        url: required,
        username_format: may,
        username_search_filter: may,
        group_search_base_dn: may,
        group_search_filter: may,
        group_name_attribute: may,
        lookup_bind_dn: may,
        lookup_bind_password: may,
        user_dn_search_base_dn: may,
        user_dn_search_filter: may,
        skip_tls_verification: flag,
        server_insecure: flag,
        server_start_tls: flag,
        user_dns: v.optional(v.nullable(list(required, 64))),
      }),
    ),
  ),
})

const Vault = v.object({
  endpoint: required,
  engine: may,
  namespace: may,
  prefix: may,
  approle: v.object({ engine: may, id: required, secret: required, retry: seconds }),
  tls: v.optional(
    v.nullable(
      v.object({
        key: v.optional(v.nullable(text(128 * 1024))),
        crt: v.optional(v.nullable(text(128 * 1024))),
        ca: v.optional(v.nullable(text(128 * 1024))),
      }),
    ),
  ),
  status: v.optional(v.nullable(v.object({ ping: seconds }))),
})
const Aws = v.object({
  secretsmanager: v.object({
    endpoint: required,
    region: required,
    kmskey: may,
    credentials: v.object({ accesskey: required, secretkey: required, token: may }),
  }),
})
const Gemalto = v.object({
  keysecure: v.object({
    endpoint: required,
    credentials: v.object({ token: required, domain: required, retry: seconds }),
    tls: v.optional(v.nullable(v.object({ ca: v.optional(v.nullable(text(128 * 1024))) }))),
  }),
})
const Gcp = v.object({
  secretmanager: v.object({
    project_id: required,
    endpoint: may,
    credentials: v.optional(
      v.nullable(
        v.object({
          client_email: may,
          client_id: may,
          private_key_id: may,
          private_key: v.optional(v.nullable(text(16 * 1024))),
        }),
      ),
    ),
  }),
})
const Azure = v.object({
  keyvault: v.object({
    endpoint: required,
    credentials: v.optional(
      v.nullable(v.object({ tenant_id: required, client_id: required, client_secret: required })),
    ),
  }),
})

export const Encryption = v.object({
  replicas: v.optional(v.nullable(v.pipe(text(4), v.regex(/^[1-9]\d*$/, messages.replicasRequired)))),
  image: imageOf('minio/kes:VERSION'),
  securityContext: context,
  labels: maybeMap,
  annotations: maybeMap,
  node_selector: maybeMap,
  server: v.optional(v.nullable(TlsKeyPair)),
  client: v.optional(v.nullable(TlsKeyPair)),
  vault: v.optional(v.nullable(Vault)),
  aws: v.optional(v.nullable(Aws)),
  gemalto: v.optional(v.nullable(Gemalto)),
  gcp: v.optional(v.nullable(Gcp)),
  azure: v.optional(v.nullable(Azure)),
})
export type Encryption = v.InferOutput<typeof Encryption>

/** A size in whole GiB, as operators of version 4 require. */
const gi = v.optional(
  v.nullable(
    v.pipe(
      v.number(),
      v.integer('Enter a whole number'),
      v.minValue(1, messages.volumeSizeRequired),
      v.maxValue(1_000_000),
    ),
  ),
)
const LogSearch = v.object({
  storageClass: may,
  storageSize: gi,
  image: imageOf('minio/logsearchapi:VERSION'),
  postgres_image: imageOf('library/postgres:VERSION'),
  postgres_init_image: imageOf('library/busybox:VERSION'),
  securityContext: context,
  postgres_securityContext: context,
})
const Prometheus = v.object({
  storageClass: may,
  storageSize: gi,
  image: imageOf('prom/prometheus:VERSION'),
  sidecar_image: imageOf('project/container:VERSION'),
  init_image: imageOf('library/busybox:VERSION'),
  securityContext: context,
})

/** Request to create a tenant (console-api 14.4). */
export const NewTenant = v.object({
  name: TenantName,
  namespace: NamespaceName,
  pools: v.pipe(list(NewPool, 32), v.minLength(1, 'Name at least one pool')),
  image: Image,
  access_key: may,
  secret_key: may,
  /** Sent by the former console's client, and ignored. */
  access_keys: v.optional(v.nullable(list(word, 64))),
  secret_keys: v.optional(v.nullable(list(word, 64))),
  service_name: may,
  enable_console: flag,
  enable_tls: flag,
  enable_prometheus: flag,
  erasureCodingParity: v.optional(
    v.nullable(
      v.pipe(
        v.number(),
        v.integer(),
        v.check((parity) => parity === 0 || (parity >= 2 && parity <= 8), 'Enter a parity from 2 to 8'),
      ),
    ),
  ),
  expose_minio: flag,
  expose_console: flag,
  image_registry: v.optional(v.nullable(Registry)),
  image_pull_secret: v.optional(v.nullable(v.union([v.literal(''), label]))),
  mounth_path: may,
  annotations: maybeMap,
  labels: maybeMap,
  logSearchConfiguration: v.optional(v.nullable(LogSearch)),
  prometheusConfiguration: v.optional(v.nullable(Prometheus)),
  tls: v.optional(
    v.nullable(
      v.object({
        minio: v.optional(v.nullable(list(TlsKeyPair, 16))),
        ca_certificates: v.optional(v.nullable(list(Pem, 16))),
        /** Ignored: the storage's own pods now serve the console, with their certificates. */
        console: v.optional(
          v.nullable(v.object({ crt: v.optional(text(128 * 1024)), key: v.optional(text(128 * 1024)) })),
        ),
        console_ca_certificates: v.optional(v.nullable(list(text(128 * 1024), 16))),
      }),
    ),
  ),
  idp: v.optional(v.nullable(Idp)),
  encryption: v.optional(v.nullable(Encryption)),
  /**
   * Uids of secrets left by a previous attempt. Those with the right contents are kept, the rest are created again. An
   * extension.
   */
  over: v.optional(v.nullable(list(text(64), 256))),
})
export type NewTenant = v.InferOutput<typeof NewTenant>

const { pools: _, ...others } = NewTenant.entries

/**
 * A copy of a tenant: everything except for the given changes; `null` removes a field. Secrets are never copied: those
 * of identity provider, certificates, registry and key server are sent in this request, or omitted.
 */
export const ClonedTenant = v.object({
  ...others,
  /** Changes of the first pool. */
  pool: v.optional(PoolChange),
})
export type ClonedTenant = v.InferOutput<typeof ClonedTenant>
