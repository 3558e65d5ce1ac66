import * as v from 'valibot'
import { core, coreFeeds } from '../../core/protocol/calls.ts'
import type { Endpoint, Feed } from '../../core/protocol/contract.ts'
import { plugins } from '../lib/plugins-of-server.ts'
import { isCall } from '../../server/routes.ts'
import { pluginIdsOn } from '../lib/plugin-engines.ts'

/** Every call of the console on any engine with the plugin that declares it, the core's first. */
export const callsAnywhere: { owner: string; name: string; endpoint: Endpoint }[] = [
  ...Object.entries(core).map(([name, endpoint]) => ({ owner: 'core', name, endpoint })),
  ...plugins.flatMap(({ id, routes }) =>
    routes.flatMap(({ name, endpoint }) => (isCall(endpoint) ? [{ owner: id, name, endpoint }] : [])),
  ),
]

/** Every feed, likewise. */
export const feedsAnywhere: { owner: string; name: string; endpoint: Feed }[] = [
  ...Object.entries(coreFeeds).map(([name, endpoint]) => ({ owner: 'core', name, endpoint })),
  ...plugins.flatMap(({ id, routes }) =>
    routes.flatMap(({ name, endpoint }) => (isCall(endpoint) ? [] : [{ owner: id, name, endpoint }])),
  ),
]

const onEmbedded = pluginIdsOn('embedded')
const runsOnEmbedded = ({ owner }: { owner: string }) => owner === 'core' || onEmbedded.has(owner)

/** Calls of a console on the embedded engine. */
export const allCalls = callsAnywhere.filter(runsOnEmbedded)
export const allFeeds = feedsAnywhere.filter(runsOnEmbedded)

const policy = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::a/*'] }],
})

/** A PEM file that schemas accept; its content is invalid. */
const pem = Buffer.from('-----BEGIN CERTIFICATE-----\nc2FtcGxl\n-----END CERTIFICATE-----\n').toString('base64')

/** Values for fields that do not accept an arbitrary text or number. */
const examples: Record<string, unknown> = {
  policy,
  limit: '10',
  groups: ['sample-group'],
  amount: 1024,
  part_size: 5 * 1024 * 1024,
  moment: '2026-01-01T00:00:00Z',
  bandwidth: 0,
  targetURL: 'https://storage.example.com',
  validity: 1,
  // minimal fields of a lifecycle rule that expires objects
  expiry_days: 1,
  expiry_date: '',
  transition_date: '',
  expired_object_delete_marker: false,
  noncurrentversion_expiration_days: 0,
  newer_noncurrentversion_expiration_versions: 0,
  transition_days: 0,
  storage_class: '',
  noncurrentversion_transition_days: 0,
  noncurrentversion_transition_storage_class: '',
  endpoint: 'https://sample-endpoint',
  creds: 'c2FtcGxl',
  expires: '2099-12-31T23:59:59Z',
  crc32: 'AAAAAA==',
  fp: ['bucket:sample-bucket'],
  pageSize: '10',
  pageNo: '0',
  timeStart: '2026-01-01T00:00:00Z',
  timeEnd: '2026-01-02T00:00:00Z',
  after: '1-1',
  number: '1',
  paths: '["sample-key"]',
  action: 's3:GetObject',
  // of a condition; also a valid object name
  key: 'aws:SourceIp',
  events: 'put',
  min: '10',
  max: '10',
  // ends and steps of a range in whole seconds
  start: '1700000000',
  end: '1700000900',
  step: '15',
  quota: '1073741824',
  runAsUser: '1000',
  runAsGroup: '1000',
  fsGroup: '1000',
  erasureCodingParity: 2,
  num_nodes: '4',
  replicas: '1',
  tail: '100',
  drives: ['sample-node:/dev/sda'],
  image: 'sample/image:tag',
  deadline: '1m',
  seconds: '10',
  size: '64',
  concurrent: '16',
  // of a heal
  recursive: 'true',
  'dry-run': 'true',
  remove: 'false',
  'force-start': 'false',
  'force-stop': 'false',
  join: 'false',
  needs: '/api/v1/sample',
  // at most one year for an account
  expiry: new Date(Date.now() + 30 * 86_400_000).toISOString(),
}

/** An object's tags; those of a lifecycle rule are a text. */
const tags = { 'sample-tag': 'sample-value' }

/** Lifetime of a link; in a retention `expires` is a date. */
const lifetime = '12h'

/** A value that a schema accepts. `field` is the name of the field. */
const sample = (schema: v.GenericSchema, field = ''): unknown => {
  if (field in examples && v.is(schema, examples[field])) return examples[field]
  if (field === 'expires' && v.is(schema, lifetime)) return lifetime
  if (field === 'tags') return v.is(schema, tags) ? tags : ''
  const node = schema as v.GenericSchema & {
    entries?: Record<string, v.GenericSchema>
    wrapped?: v.GenericSchema
    options?: readonly unknown[]
    item?: v.GenericSchema
    literal?: unknown
  }
  if (node.type === 'variant' || node.type === 'union')
    return sample((node.options as v.GenericSchema[])[0] as v.GenericSchema, field)
  if (node.type === 'literal') return node.literal
  if (node.wrapped) return sample(node.wrapped, field)
  if (node.entries)
    return Object.fromEntries(Object.entries(node.entries).map(([name, entry]) => [name, sample(entry, name)]))
  if (node.type === 'array') return node.item ? [sample(node.item, field)] : []
  if (node.options) return node.options[0]
  const text = `sample-${field.toLowerCase() || 'text'}`
  // some names have only capitals or no trailing newline, and some texts are files
  const texts = [text, text.replace(/_/g, '-'), pem, text.toUpperCase()]
  return { string: texts.find((one) => v.is(schema, one)) ?? text, number: 1, boolean: true }[node.type]
}

/** A request that an endpoint's schemas accept, except for the content of a `files` body. */
export const sampleRequest = ({ path, query, body }: Endpoint | Feed) => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => `sample-${name.toLowerCase()}`)
  const queryValues = query && (sample(query) as Record<string, unknown>)
  const pairs = Object.entries(queryValues ?? {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  const search = new URLSearchParams(pairs).toString()
  return {
    url: filled + (search && `?${search}`),
    query: queryValues,
    body: typeof body === 'object' ? sample(body) : undefined,
  }
}
