import { type ClaimedSection, type ConfigSection, setting, type Setting, settingsGroups } from 'stowage'
import * as messages from './messages.ts'

const { text, required, number, list } = setting
const comment = text('comment', 'Comment')

/** The sections about the storage server as a whole, which belong to no other plugin. */
export const sections: readonly ConfigSection[] = [
  {
    id: 'site',
    title: 'Region',
    group: 'Server',
    settings: [text('region', 'Region', { placeholder: 'us-east-1' }), text('name', 'Name'), comment],
  },
  { id: 'region', title: 'Region', group: 'Server', settings: [required('name', 'Region'), comment] },
  { id: 'browser', title: 'Browser', group: 'Server' },
  {
    id: 'etcd',
    title: 'etcd',
    group: 'Server',
    settings: [
      list('endpoints', 'Endpoints', { required: true, placeholder: 'http://etcd:2379' }),
      text('path_prefix', 'Path Prefix'),
      text('coredns_path', 'CoreDNS Path'),
      text('client_cert', 'Client Cert'),
      text('client_cert_key', 'Client Cert Key'),
      comment,
    ],
  },
  {
    id: 'cache',
    title: 'Cache',
    group: 'Data',
    settings: [
      list('drives', 'Drives', { required: true }),
      number('expiry', 'Expiry', { hint: 'In days.' }),
      number('quota', 'Quota', { hint: 'In percent.' }),
      list('exclude', 'Exclude'),
      number('after', 'After'),
      number('watermark_low', 'Watermark Low'),
      number('watermark_high', 'Watermark High'),
      comment,
    ],
  },
  { id: 'batch', title: 'Batch', group: 'Data' },
]

/** Sections that exported files omit: they register a server with its vendor. */
export const isUnshared = (name: string) => /^(subnet|callhome)$/.test(name)

const initials = ['tls', 'url', 'uri', 'id', 'dn', 'sasl', 'http', 'srv', 'ilm', 'api', 'csp', 'hsts', 'rrs']

const spellings: Readonly<Record<string, string>> = { http2: 'HTTP/2', keyrotation: 'Key Rotation' }

const spellingOf = (word: string) =>
  spellings[word] ?? (initials.includes(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1))

/** `max_sleep`: "Max Sleep", `sasl_tls`: "SASL TLS". */
const readableName = (key: string) => key.split('_').map(spellingOf).join(' ')

/** The section as its plugin describes it; titled by its name if no plugin claims it. */
export const sectionOf = (claimed: readonly ClaimedSection[], id: string): ConfigSection =>
  claimed.find((section) => section.id === id) ?? { id, title: readableName(id), group: 'Other' }

/** Sort key of a section: by group, then in the order of the plugins; unclaimed ones last. */
export const rankOf = (claimed: readonly ClaimedSection[], id: string) => {
  const at = claimed.findIndex((section) => section.id === id)
  const group = settingsGroups.indexOf(sectionOf(claimed, id).group)
  return group * (claimed.length + 1) + (at < 0 ? claimed.length : at)
}

/**
 * Why the Settings page leaves a section out: its plugin is off, or has pages for it. `undefined` if it is shown. Call
 * home is left out because it sends data to the vendor of the server.
 */
export const hiddenReason = (claimed: readonly ClaimedSection[], id: string): string | undefined => {
  const owner = claimed.find((section) => section.id === id)
  if (owner && !owner.active) return messages.settingsOfInactivePlugin(owner.plugin, owner.title)
  if (owner?.ownPages || id === 'callhome') return messages.unknownSectionId(id)
  return undefined
}

/** A setting as the storage server describes it. */
export type Help = { key: string; description: string; type: string; optional: boolean }

/** Whether a setting's value is never shown. */
export const isSecret = (key: string) => /(^|_)(password|secret|token|api_key|license)$/.test(key)

/** The server's help as a hint, written as a sentence. */
const hintOf = ({ description }: Help) => {
  const trimmed = description.replace(/^\s*\[DEPRECATED\]\s*/, 'deprecated: ').trim()
  return trimmed && `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.)]$/.test(trimmed) ? '' : '.'}`
}

const kindOf = ({ key, type }: Help): Setting['kind'] => {
  if (isSecret(key)) return 'secret'
  if (type === 'on|off' || type === 'boolean') return 'flag'
  if (type === 'duration') return 'duration'
  return type === 'csv' ? 'list' : 'text'
}

const ofHelp = (help: Help): Setting => ({
  key: help.key,
  title: readableName(help.key),
  kind: kindOf(help),
  hint: hintOf(help),
})

/**
 * The settings of a section that its server has: those that its plugin lists, in that order, then the rest. A comment
 * is there if the plugin lists it, because servers accept it without mentioning it.
 */
export const settingsOf = ({ settings: listed = [] }: Pick<ConfigSection, 'settings'>, helps: readonly Help[]) => {
  const byKey = new Map(helps.map((help) => [help.key, help]))
  const listedSettings = listed.flatMap((one): Setting[] => {
    const help = byKey.get(one.key)
    if (!help) return one.key === 'comment' ? [one] : []
    return [{ ...one, hint: one.hint ?? hintOf(help) }]
  })
  const unlisted = helps.filter(
    ({ key }) => key !== 'enable' && key !== 'comment' && !listed.some((one) => one.key === key),
  )
  return [...listedSettings, ...unlisted.map(ofHelp)]
}
