import * as v from 'valibot'
import { NamespaceName, TenantName } from './payload.ts'
import { sizeUnits } from '../sizes/units.ts'
import {
  booleanField,
  imageField,
  requiredField,
  numberField,
  pemField,
  runAs,
  secondsField as seconds,
  secretField,
  optionalField,
  integerField,
  MAX_DRIVES,
  MAX_SERVERS,
  word,
} from './entries.ts'
import { former } from './former-steps.ts'
import { pemProblem } from './pem.ts'
import { isBlank, textsOf } from './row-texts.ts'
import * as messages from '../messages.ts'

/** Most rows of each list. */
export const MAX_ROWS = { keys: 64, labels: 64, pems: 16 } as const

/** List of rows with two texts each. */
const pairs = <First extends string, Second extends string>(first: First, second: Second) =>
  v.transform((row: string) => {
    const [one = '', other = ''] = textsOf(row)
    return { [first]: one, [second]: other } as Record<First | Second, string>
  })
const each = (check: (text: string) => boolean, words: string) =>
  v.check((row: string) => textsOf(row).every(check), words)
/** List of PEM pairs; empty rows are ignored. */
const pems = (title: string, hint: string) =>
  v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check(
            (row) => isBlank(row) || textsOf(row).every((text) => text.trim() !== ''),
            messages.certificateAndKeyRequired,
          ),
          each((text) => pemProblem(text) === undefined, messages.pemFormat),
        ),
      ),
      v.maxLength(MAX_ROWS.pems, `Enter at most ${MAX_ROWS.pems}`),
      v.transform((rows) => rows.filter((row) => !isBlank(row)).map(textsOf)),
      v.title(title),
      v.description(hint),
    ),
    [],
  )
const isKey = (text: string) => /^[A-Za-z0-9-]{8,63}$/.test(text)
/** Why an access or secret key is invalid; `undefined` if it is valid. */
export const keyProblem = (text: string) =>
  text === '' ? 'Field cannot be empty' : isKey(text) ? undefined : messages.accessKeyFormat

/** The seven steps (spec/3 2, 5, 9), each with the schema of its form. */
export const steps = {
  setup: v.object({
    name: v.pipe(TenantName, v.title('Tenant Name'), v.description(messages.lowercaseLettersNumbers)),
    namespace: v.pipe(NamespaceName, v.title('Namespace')),
    storage_class: requiredField('Storage Class'),
    servers: integerField('Number of Servers', [4, MAX_SERVERS], messages.numberOfServers, 'At least 4.'),
    drives: integerField('Drives per Server', [1, MAX_DRIVES], messages.driveRequired),
    size: v.pipe(word, v.title('Total Size'), v.regex(/^\d+(\.\d+)?$/, 'Enter a number')),
    unit: v.pipe(
      v.picklist(sizeUnits),
      v.title('Unit'),
      v.metadata({ options: Object.fromEntries(sizeUnits.map((unit) => [unit, unit])) }),
    ),
    memory: v.pipe(numberField('Memory per Node', 2, messages.memoryTooSmall), v.metadata({ unit: 'Gi' })),
    parity: requiredField('Erasure Code Parity', messages.parityHelp),
  }),
  configure: v.object({
    expose_minio: booleanField('Expose MinIO Service', true, messages.exposeHelp),
    expose_console: booleanField('Expose Console Service', true),
    enable_prometheus: booleanField('Announce Metrics', false, messages.exposeMetricsHelp),
    custom: booleanField('Security Context', false, messages.securityContextHelp),
    ...runAs(),
    ...former.configure,
  }),
  images: v.object({
    image: imageField('MinIO', 'minio/minio:VERSION'),
    kes: imageField('KES', 'minio/kes:VERSION'),
    ...former.images,
    own: booleanField('Set Custom Image Registry', false),
    registry: optionalField('Endpoint'),
    username: optionalField('Username'),
    password: secretField('Password'),
  }),
  placement: v.object({
    kind: v.optional(
      v.pipe(
        v.picklist(['none', 'default', 'nodeSelector']),
        v.title('Type'),
        v.metadata({
          control: 'radio',
          options: { none: 'None', default: 'Default (Pod Anti-Affinity)', nodeSelector: 'Node Selector' },
        }),
      ),
      'default',
    ),
    apart: booleanField('With Pod Anti-Affinity', true),
    labels: v.optional(
      v.pipe(
        v.array(
          v.pipe(
            v.string(),
            each((text) => /^[^=\s]+$/.test(text), messages.labelRequired),
            pairs('key', 'value'),
          ),
        ),
        v.minLength(1, messages.labelRequired),
        v.maxLength(MAX_ROWS.labels, `Enter at most ${MAX_ROWS.labels}`),
        v.title('Labels'),
        v.description(messages.nodeSelectorHelp),
      ),
    ),
  }),
  identity: v.object({
    kind: v.optional(
      v.pipe(
        v.picklist(['keys', 'oidc', 'directory']),
        v.title('Protocol'),
        v.metadata({ control: 'radio', options: { keys: 'Built-in', oidc: 'OpenID', directory: 'Active Directory' } }),
      ),
      'keys',
    ),
    keys: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), each(isKey, messages.keysTooShort), pairs('access_key', 'secret_key'))),
        v.minLength(1, messages.keysTooShort),
        v.maxLength(MAX_ROWS.keys, `Enter at most ${MAX_ROWS.keys}`),
        v.check(
          (keys) => new Set(keys.map(({ access_key }) => access_key)).size === keys.length,
          messages.accessKeyNotUnique,
        ),
        v.title('Users'),
      ),
    ),
    configuration_url: optionalField('Configuration URL'),
    client_id: optionalField('Client ID'),
    secret_id: secretField('Secret ID'),
    claim_name: optionalField('Claim Name'),
    callback_url: optionalField('Callback URL'),
    scopes: optionalField('Scopes', 'Default: openid,profile,email.'),
    url: optionalField('LDAP Server Address'),
    skip_tls_verification: booleanField('Skip TLS Verification', false),
    server_insecure: booleanField('Server Insecure', false, messages.ldapUnencryptedWarning),
    server_start_tls: booleanField(messages.startTlsHelp, false),
    ...former.directory,
    lookup_bind_dn: optionalField('Lookup Bind DN'),
    lookup_bind_password: secretField('Lookup Bind Password'),
    user_dn_search_base_dn: optionalField('User DN Search Base DN'),
    user_dn_search_filter: optionalField('User DN Search Filter'),
    group_search_base_dn: optionalField('Group Search Base DN'),
    group_search_filter: optionalField('Group Search Filter'),
    user_dns: v.optional(
      v.pipe(v.array(word), v.title('Tenant Administrators'), v.description(messages.userDnsHelp)),
      [],
    ),
  }),
  security: v.object({
    tls: booleanField('TLS', true, messages.tlsHelp),
    automatic: booleanField('AutoCert', true, messages.autoCertHelp),
    custom: booleanField('Custom Certificates', false),
    pairs: pems('Server Certificates', messages.pemWithKeys),
    cas: pems('CA Certificates', messages.trustedCas),
  }),
  encryption: v.object({
    on: booleanField('Enable Server Side Encryption', false),
    provider: v.optional(
      v.pipe(
        v.picklist(['vault', 'aws', 'gemalto', 'gcp', 'azure']),
        v.title('Provider'),
        v.metadata({
          control: 'radio',
          options: { vault: 'Vault', aws: 'AWS', gemalto: 'Gemalto', gcp: 'GCP', azure: 'Azure' },
        }),
      ),
      'vault',
    ),
    endpoint: optionalField('Endpoint'),
    engine: optionalField('Engine'),
    namespace: optionalField('Namespace'),
    prefix: optionalField('Prefix'),
    role_engine: optionalField('AppRole Engine'),
    role_id: optionalField('AppRole ID'),
    role_secret: secretField('AppRole Secret'),
    retry: seconds('Retry'),
    ping: seconds('Ping'),
    region: optionalField('Region'),
    kmskey: optionalField('KMS Key'),
    accesskey: optionalField('Access Key'),
    secretkey: secretField('Secret Key'),
    token: secretField('Token'),
    domain: optionalField('Domain'),
    project_id: optionalField('Project ID'),
    client_email: optionalField('Client Email'),
    client_id: optionalField('Client ID'),
    private_key_id: optionalField('Private Key ID'),
    private_key: pemField('Private Key'),
    tenant_id: optionalField('Tenant ID'),
    client_secret: secretField('Client Secret'),
    mtls_crt: pemField('Vault Client Certificate', messages.keyStoreClientCertificateHelp),
    mtls_key: pemField('Vault Client Key'),
    ca: pemField('CA Certificate', messages.keyStoreCa),
    server_crt: pemField('KES Server Certificate', messages.kesToTenantCertificate),
    server_key: pemField('KES Server Key'),
    client_crt: pemField('KES Client Certificate', messages.tenantToKesCertificate),
    client_key: pemField('KES Client Key'),
    replicas: v.optional(
      v.pipe(
        v.number(),
        v.integer('Enter a whole number'),
        v.minValue(1, messages.replicasRequired),
        v.title('Replicas'),
      ),
      1,
    ),
    ...runAs(),
  }),
} as const

export type Step = keyof typeof steps
/** Values of all steps. */
export type WizardValues = { [Name in Step]: v.InferOutput<(typeof steps)[Name]> }
