import type { AuditRecord } from '../contract.ts'
import * as messages from '../messages.ts'
import { parseJson } from 'stowage'

/** Verbs by first word of a call's name, in past tense and infinitive. */
const verbs: Readonly<Record<string, readonly [done: string, doing: string]>> = {
  activate: ['activated', 'activate'],
  add: ['added', 'add'],
  begin: ['began', 'begin'],
  change: ['changed', 'change'],
  copy: ['copied', 'copy'],
  create: ['created', 'create'],
  delete: ['deleted', 'delete'],
  disable: ['disabled', 'disable'],
  enable: ['enabled', 'enable'],
  format: ['formatted', 'format'],
  import: ['imported', 'import'],
  move: ['moved', 'move'],
  put: ['changed', 'change'],
  refresh: ['refreshed', 'refresh'],
  remove: ['deleted', 'delete'],
  rename: ['renamed', 'rename'],
  reset: ['reset', 'reset'],
  restart: ['restarted', 'restart'],
  restore: ['restored', 'restore'],
  rotate: ['rotated', 'rotate'],
  save: ['changed', 'change'],
  set: ['set', 'set'],
  test: ['tested', 'test'],
  try: ['tried', 'try'],
  update: ['changed', 'change'],
  upload: ['uploaded', 'upload'],
}

/** Nouns of a plugin's calls whose name has none. */
const nounsByResource: Readonly<Record<string, string>> = {
  buckets: 'bucket',
  identity: 'account',
  'object-browser': 'object',
  policies: 'policy',
  notifications: 'notification endpoint',
  tiers: 'tier',
  settings: 'settings',
  tenants: 'Tenant',
  logs: 'audit logs',
}

/** Phrases of calls whose names do not describe the action; `…` stands for the object. */
const phrases: Readonly<Record<string, readonly [done: string, doing: string]>> = {
  login: ['signed in', 'sign in'],
  loginOauth: ['signed in', 'sign in'],
  loginOperator: ['signed in', 'sign in'],
  logout: ['signed out', 'sign out'],
  restart: ['restarted the storage', 'restart the storage'],
  'buckets.setAccess': ['set the policy of bucket …', 'set the policy of bucket …'],
  'object-browser.upload': ['uploaded …', 'upload …'],
  'object-browser.send': ['copied … to another server', 'copy … to another server'],
  'object-browser.sendMany': ['copied objects of bucket …', 'copy objects of bucket …'],
  'object-browser.abortSend': ['canceled the copy of …', 'cancel the copy of …'],
  'object-browser.receive': ['copied … from another server', 'copy … from another server'],
  'object-browser.removeMany': ['deleted objects of bucket …', 'delete objects of bucket …'],
  'object-browser.removeVersions': ['deleted versions of bucket …', 'delete versions of bucket …'],
  'identity.setPolicy': ['set the policies of …', 'set the policies of …'],
  'identity.addToGroups': ['added users to groups', 'add users to groups'],
  'identity.changePassword': ['changed their own password', 'change their own password'],
  'identity.changeUserPassword': ['changed the password of …', 'change the password of …'],
  'identity.importArchive': ['imported accounts', 'import accounts'],
  'settings.import': ['imported settings', 'import settings'],
  'logs.setUp': ['set up the audit logs', 'set up the audit logs'],
  'heal.follow': ['started to heal bucket …', 'heal bucket …'],
  'heal.followAll': ['started to heal everything', 'heal everything'],
  'diagnostic.report': ['started a diagnostic', 'start a diagnostic'],
  'diagnostic.speed': ['started a speed test', 'start a speed test'],
  'diagnostic.profile': [messages.tookProfileOfServers, messages.takeProfileOfServers],
}

const wordsOf = (name: string) =>
  name
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim()
    .split(' ')

/** The last segment of a call's path, a name other than bucket and object. */
const lastSegmentOf = (path: string) => decodeURIComponent(/\/([^/]+)$/.exec(path)?.[1] ?? '')

/** Paths that end with a target, without saying of what. */
const targetPath = /\/(?:configs|config-tests|notification_endpoints)\/([^/]+)(?:\/([^/]+))?$/

/** A configuration section or service with its target in MinIO's notation; `_` is the default target. */
const targetOf = (path: string) => {
  const [, section, target = '_'] = targetPath.exec(path)?.map((part) => part && decodeURIComponent(part)) ?? []
  return section && (target === '_' ? section : `${section}:${target}`)
}

/** Name of the object of an action. */
const aboutOf = ({ bucket, object }: AuditRecord) => (bucket && object ? `${bucket}/${object}` : bucket || object)

const actionOf = (record: AuditRecord): { verb: readonly [string, string]; thing: string } => {
  const name = record.api_name.replace(/^console\./, '')
  const about = aboutOf(record)
  const phraseOfCall = phrases[name]
  if (phraseOfCall) return { verb: phraseOfCall, thing: about }
  const [plugin = '', call = name] = name.split('.')
  const [first = '', ...rest] = wordsOf(call)
  const verb = verbs[first]
  if (!verb) return { verb: [`did ${name}`, `do ${name}`], thing: about }
  const pluginNoun = nounsByResource[plugin] ?? plugin
  const part = rest.join(' ')
  // these objects have their own names; anything else is a part of the named object
  const hasOwnName =
    part === '' ||
    /^(user|group|account|user account|pool|namespace|rule|event|lifecycle rule|access rule)s?( with keys)?$/.test(part)
  const target = targetOf(record.request_path)
  const noun = part.replace(/ with keys$/, '') || (plugin === 'settings' && target ? `${pluginNoun} of` : pluginNoun)
  const phrase =
    hasOwnName && !(record.bucket && part)
      ? `the ${noun} …`
      : `the ${noun} of ${record.object && record.bucket ? 'object' : pluginNoun} …`
  return {
    verb: [`${verb[0]} ${phrase}`, `${verb[1]} ${phrase}`],
    thing:
      about || target || (/:|\d$/.test(lastSegmentOf(record.request_path)) ? '' : lastSegmentOf(record.request_path)),
  }
}

type Leaf = readonly [name: string, value: string]

const leavesOf = (value: unknown, name = ''): Leaf[] => {
  if (typeof value !== 'object' || value === null) return [[name, value === null ? '' : String(value)]]
  if (Array.isArray(value))
    return value.every((one) => typeof one !== 'object')
      ? [[name, value.join(', ')]]
      : value.flatMap((one, index) => leavesOf(one, `${name}.${index}`))
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, name ? `${name}.${key}` : key))
}

/** Longer values are only in the comparison below. */
const MAX_VALUE = 60

const describeValue = (value: string) => (value === '' ? 'none' : /^[A-Z_]+$/.test(value) ? value.toLowerCase() : value)

/** Describes a change, if it is short enough. */
const describeChange = ({ before, after, api_name }: AuditRecord): string => {
  // undefined if truncated
  const [was, is] = [parseJson(before ?? ''), parseJson(after ?? '')]
  if (was === undefined || is === undefined) return ''
  const [old, now] = [new Map(leavesOf(was)), new Map(leavesOf(is))]
  const changed = [...new Set([...old.keys(), ...now.keys()])]
    .map((name) => ({ name: name.split('.').at(-1) ?? name, from: old.get(name) ?? '', to: now.get(name) ?? '' }))
    .filter(({ from, to }) => from !== to)
  // ignore unrelated changes, such as a bucket's growth
  const matching = changed.filter(({ name }) => api_name.toLowerCase().includes(name.toLowerCase().replace(/_/g, '')))
  const described = matching.length > 0 ? matching : changed
  if (
    described.length === 0 ||
    described.length > 2 ||
    described.some(({ from, to }) => from.length > MAX_VALUE || to.length > MAX_VALUE)
  )
    return ''
  if (described.length === 1 && described[0])
    return ` from ${describeValue(described[0].from)} to ${describeValue(described[0].to)}`
  return `: ${described.map(({ name, from, to }) => `${name.replace(/_/g, ' ')} from ${describeValue(from)} to ${describeValue(to)}`).join(', ')}`
}

/** A part of a sentence; names are emphasized. */
export type Piece = { text: string; name?: true }

/** Describes an action in the console in plain words; empty for records of the storage. */
export const sentenceOf = (record: AuditRecord): readonly Piece[] => {
  if (record.source !== 'console') return []
  const { verb, thing } = actionOf(record)
  const failed = record.response_status_code >= 400
  const [head = '', tail = ''] = verb[failed ? 1 : 0].split('…')
  return [
    { text: record.access_key || 'An unknown account', name: true },
    { text: `${failed ? ' tried to ' : ' '}${thing ? head : head.trimEnd()}` },
    ...(thing && verb[0].includes('…') ? [{ text: thing, name: true } as const] : []),
    {
      text: `${tail}${failed ? `, which failed: ${record.error || record.response_status}` : describeChange(record)}.`,
    },
  ]
}
