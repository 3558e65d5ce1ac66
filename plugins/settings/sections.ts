import type { Setting } from 'stowage'
import type { Told } from './contract.ts'

/** A section as people know it; what the server knows besides is drawn from its own help. */
export type SectionShape = {
  id: string
  title: string
  group: 'Server' | 'Identity' | 'Data' | 'Logs' | 'Other'
  /** Whether what is saved counts at once (minio-server 3.10). */
  live: boolean
  /** What several targets of it are called. */
  noun?: string
  settings: readonly Setting[]
}

const text = (key: string, title: string, more: Partial<Setting> = {}): Setting => ({
  key,
  title,
  kind: 'text',
  ...more,
})
const needed = (key: string, title: string, more: Partial<Setting> = {}): Setting => ({
  ...text(key, title, more),
  required: true,
})
const secret = (key: string, title: string): Setting => ({ key, title, kind: 'secret' })
const number = (key: string, title: string, hint?: string): Setting => ({
  key,
  title,
  kind: 'number',
  ...(hint && { hint }),
})
const flag = (key: string, title: string, hint?: string): Setting => ({
  key,
  title,
  kind: 'flag',
  ...(hint && { hint }),
})
const entries = (key: string, title: string, more: Partial<Setting> = {}): Setting => ({
  key,
  title,
  kind: 'list',
  ...more,
})
const duration = (key: string, title: string, hint?: string): Setting => ({
  key,
  title,
  kind: 'duration',
  ...(hint && { hint }),
})

const choice = (key: string, title: string, options: readonly string[]): Setting => ({
  key,
  title,
  kind: 'choice',
  options,
})

const comment = text('comment', 'Comment')

const webhook = [
  needed('endpoint', 'Endpoint', { placeholder: 'https://logs.example/in' }),
  secret('auth_token', 'Auth Token'),
]

/** The sections of spec/1 2.11 and those that servers have had since, in the order of the page. */
export const shapes: readonly SectionShape[] = [
  {
    id: 'site',
    title: 'Region',
    group: 'Server',
    live: false,
    settings: [text('region', 'Region', { placeholder: 'us-east-1' }), text('name', 'Name'), comment],
  },
  { id: 'region', title: 'Region', group: 'Server', live: false, settings: [needed('name', 'Region'), comment] },
  {
    id: 'api',
    title: 'API',
    group: 'Server',
    live: true,
    settings: [
      number('requests_max', 'Requests Max', '0 lets the server choose.'),
      entries('cors_allow_origin', 'Cors Allow Origin'),
      choice('list_quorum', 'List Quorum', ['strict', 'optimal', 'reduced', 'disk', 'auto']),
      number('replication_workers', 'Replication Workers'),
      number('replication_failed_workers', 'Replication Failed Workers'),
    ],
  },
  { id: 'browser', title: 'Browser', group: 'Server', live: true, settings: [] },
  {
    id: 'etcd',
    title: 'etcd',
    group: 'Server',
    live: false,
    settings: [
      entries('endpoints', 'Endpoints', { required: true, placeholder: 'http://etcd:2379' }),
      text('path_prefix', 'Path Prefix'),
      text('coredns_path', 'CoreDNS Path'),
      text('client_cert', 'Client Cert'),
      text('client_cert_key', 'Client Cert Key'),
      comment,
    ],
  },
  {
    id: 'identity_openid',
    title: 'OpenID',
    group: 'Identity',
    live: false,
    noun: 'Provider',
    settings: [
      text('config_url', 'Config URL', { placeholder: 'https://id.example/.well-known/openid-configuration' }),
      text('client_id', 'Client ID'),
      secret('client_secret', 'Client Secret'),
      text('claim_name', 'Claim Name', { hint: 'The claim that names the policies.' }),
      text('claim_prefix', 'Claim Prefix'),
      flag('claim_userinfo', 'Claim User Info', "Also ask the provider's user info endpoint for claims."),
      text('redirect_uri', 'Redirect URI'),
      text('scopes', 'Scopes'),
    ],
  },
  {
    id: 'identity_ldap',
    title: 'LDAP',
    group: 'Identity',
    live: false,
    settings: [
      needed('server_addr', 'Server Addr', { placeholder: 'ldap.example:636' }),
      entries('username_format', 'Username Format', { required: true }),
      needed('username_search_filter', 'Username Search Filter'),
      text('lookup_bind_dn', 'Lookup Bind DN'),
      secret('lookup_bind_password', 'Lookup Bind Password'),
      text('user_dn_search_base_dn', 'User DN Search Base DN'),
      text('user_dn_search_filter', 'User DN Search Filter', { placeholder: '(uid=%s)' }),
      text('group_search_filter', 'Group Search Filter'),
      text('group_search_base_dn', 'Group Search Base DN'),
      entries('username_search_base_dn', 'Username Search Base DN'),
      text('group_name_attribute', 'Group Name Attribute'),
      text('sts_expiry', 'STS Expiry'),
      flag('tls_skip_verify', 'TLS Skip Verify', 'Takes any certificate, also a forged one.'),
      flag('server_insecure', 'Server Insecure', 'Sends passwords unencrypted.'),
      comment,
    ],
  },
  {
    id: 'cache',
    title: 'Cache',
    group: 'Data',
    live: false,
    settings: [
      entries('drives', 'Drives', { required: true }),
      number('expiry', 'Expiry', 'In days.'),
      number('quota', 'Quota', 'In percent.'),
      entries('exclude', 'Exclude'),
      number('after', 'After'),
      number('watermark_low', 'Watermark Low'),
      number('watermark_high', 'Watermark High'),
      comment,
    ],
  },
  {
    id: 'compression',
    title: 'Compression',
    group: 'Data',
    live: true,
    settings: [
      entries('extensions', 'Extensions', { placeholder: '.txt' }),
      entries('mime_types', 'Mime Types', { placeholder: 'text/*' }),
    ],
  },
  {
    id: 'storage_class',
    title: 'Storage Class',
    group: 'Data',
    live: true,
    settings: [choice('optimize', 'Optimize', ['availability', 'capacity'])],
  },
  {
    id: 'heal',
    title: 'Heal',
    group: 'Data',
    live: true,
    settings: [
      text('bitrotscan', 'Bitrot Scan', { hint: 'on, off, or every so many months, as 12m.' }),
      duration('max_sleep', 'Max Sleep'),
      number('max_io', 'Max IO'),
    ],
  },
  {
    id: 'scanner',
    title: 'Scanner',
    group: 'Data',
    live: true,
    settings: [
      {
        key: 'speed',
        title: 'Speed',
        kind: 'choice',
        required: true,
        options: ['fastest', 'fast', 'default', 'slow', 'slowest'],
      },
      number('delay', 'Delay'),
      duration('max_wait', 'Max Wait'),
      duration('cycle', 'Cycle'),
    ],
  },
  { id: 'ilm', title: 'ILM', group: 'Data', live: true, settings: [] },
  { id: 'batch', title: 'Batch', group: 'Data', live: true, settings: [] },
  { id: 'drive', title: 'Drive', group: 'Data', live: true, settings: [] },
  { id: 'logger_webhook', title: 'Logger Webhook', group: 'Logs', live: true, noun: 'Target', settings: webhook },
  { id: 'audit_webhook', title: 'Audit Webhook', group: 'Logs', live: true, noun: 'Target', settings: webhook },
  { id: 'audit_kafka', title: 'Audit Kafka', group: 'Logs', live: true, noun: 'Target', settings: [] },
]

export const groups = ['Server', 'Identity', 'Data', 'Logs', 'Other'] as const

/**
 * What other pages, or nobody, is to set: notification targets have a page of their own, and how a server is registered
 * with its maker comes back with its keys in it.
 */
export const elsewhere = (name: string) => /^(notify_.*|subnet|callhome)$/.test(name)

/** What no file of the configuration holds, and none can change. */
export const unshared = (name: string) => /^(subnet|callhome)$/.test(name)

const initials = ['tls', 'url', 'uri', 'id', 'dn', 'sasl', 'http', 'srv', 'ilm']

/** `max_sleep`: "Max Sleep", `sasl_tls`: "SASL TLS". */
const spoken = (key: string) =>
  key
    .split('_')
    .map((word) => (initials.includes(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ')

/** A section's shape; of one that nobody here has heard of its name is all there is. */
export const shapeOf = (id: string): SectionShape =>
  shapes.find((shape) => shape.id === id) ?? { id, title: spoken(id), group: 'Other', live: false, settings: [] }

/** Settings without which a section with addresses does nothing. */
const addresses = [
  'config_url',
  'server_addr',
  'endpoint',
  'endpoints',
  'address',
  'nsqd_address',
  'broker',
  'brokers',
  'url',
  'connection_string',
  'dsn_string',
]

/** Whether a default target is set up at all: a storage server says of one that is not that it is enabled. */
export const isSetUp = (values: Readonly<Record<string, string>>) => {
  const own = addresses.filter((key) => key in values)
  return own.length === 0 || own.some((key) => values[key] !== '')
}

/** Whether a setting's value is never shown. */
export const isSecret = (key: string) => /(^|_)(password|secret|token|api_key|license)$/.test(key)

/** A sentence of the server's help, as a hint. */
const hintOf = ({ description }: Told) => {
  const said = description.trim()
  return said && `${said.charAt(0).toUpperCase()}${said.slice(1)}${/[.)]$/.test(said) ? '' : '.'}`
}

const ofHelp = (told: Told): Setting => {
  const { key, type } = told
  const base = { key, title: spoken(key), hint: hintOf(told) }
  if (isSecret(key)) return { ...base, kind: 'secret' }
  if (type === 'on|off' || type === 'boolean') return { ...base, kind: 'flag' }
  if (type === 'duration') return { ...base, kind: 'duration' }
  if (type === 'csv') return { ...base, kind: 'list' }
  return { ...base, kind: 'text' }
}

/**
 * The settings of a section that its server knows: those of the shape in its order, then the rest; none that it does
 * not know.
 */
export const settingsOf = ({ settings }: SectionShape, told: readonly Told[]): Setting[] => {
  const helps = new Map(told.map((one) => [one.key, one]))
  const own = settings.flatMap((setting) => {
    const help = helps.get(setting.key)
    if (!help) return setting.key === 'comment' ? [setting] : []
    return [{ ...setting, hint: setting.hint ?? hintOf(help) }]
  })
  const rest = told.filter(
    ({ key }) => key !== 'enable' && key !== 'comment' && !settings.some((setting) => setting.key === key),
  )
  return [...own, ...rest.map(ofHelp)]
}
