import type { archives } from '../archives.ts'
import { objects } from '../contract.ts'
import { parts } from '../parts.ts'
import type { copying } from '../copying/contract.ts'
import type { sending } from '../servers/contract.ts'
import type { finding } from '../finding/contract.ts'
import type { rewinding } from '../rewind/contract.ts'
import type { sharing } from '../share/contract.ts'
import type { Samples, Fixture } from '../../../test/lib/samples.ts'

/** Version IDs of an object, newest first. */
const versionsIn = (text: string) =>
  (JSON.parse(text) as { objects: { version_id: string }[] }).objects.map(({ version_id }) => version_id)

/** A tagged object under governance retention, and its version. */
export const fixtures: Record<string, Fixture> = {
  key: {
    create: async (sendCall, key, the) => {
      const [params, query] = [{ bucket: await the('bucket') }, { prefix: key }]
      await sendCall(objects.upload, { params, query: { key } })
      await sendCall(objects.setTags, { params, query, body: { tags: { kept: 'yes' } } })
      await sendCall(objects.setRetention, {
        params,
        query,
        body: { mode: 'governance', expires: '2090-12-31T00:00:00Z' },
      })
    },
    read: async (sendCall, key, the) => {
      const params = { bucket: await the('bucket') }
      return [
        await sendCall(objects.info, { params, query: { prefix: key } }),
        await sendCall(objects.list, { params, query: { with_versions: 'true' } }),
      ]
    },
  },
  version: {
    create: async (sendCall, _, the) => {
      const [prefix, params] = [await the('key'), { bucket: await the('bucket') }]
      return { name: versionsIn(await sendCall(objects.list, { params, query: { prefix, with_versions: 'true' } }))[0] }
    },
    read: async () => undefined,
  },
  upload: {
    create: async (sendCall, _, the) => {
      const params = { bucket: await the('bucket') }
      const { id } = JSON.parse(await sendCall(parts.beginUpload, { params, body: { key: 'in-parts', size: 1 } })) as {
        id: string
      }
      await sendCall(parts.putPart, { params, query: { ...only, id } })
      return { name: id }
    },
    read: async (sendCall, id, the) => {
      const params = { bucket: await the('bucket') }
      return [
        await sendCall(parts.listParts, { params, query: { key: 'in-parts', id } }),
        await sendCall(parts.listUploads, { params, query: { prefix: 'in-parts' } }),
      ]
    },
  },
}

/** The single byte of the sample's form, as a part. */
const only = { key: 'in-parts', number: '1', crc32: 'jNwWgw==' }

const params = { bucket: 'sample-bucket' }
const query = { prefix: 'sample-key' }
const retention = { mode: 'governance', expires: '2091-12-31T00:00:00Z' } as const

export default {
  list: {
    request: { params, query: { prefix: 'sample-key' } },
    more: [
      { params },
      { params, query: { recursive: 'true', with_versions: 'true', with_metadata: 'true' } },
      { params, query: { limit: '1' } },
    ],
  },
  remove: {
    request: { params, query: { path: 'sample-key' } },
    more: [
      { params, query: { path: 'sample-key', version_id: 'sample-version', bypass: 'true' } },
      { params, query: { path: 'sample-key', recursive: 'true' } },
    ],
  },
  removeMany: {
    request: { params, body: [{ path: 'sample-key' }] },
    more: [
      { params, body: [{ path: 'sample-key', versionID: 'sample-version' }] },
      { params, body: [{ path: 'sample-key' }, { path: 'sample-key' }] },
      { params, body: [{ path: 'sample-key', recursive: true }] },
    ],
  },
  removeVersions: {
    request: { params, query: { prefix: 'sample-key', exact: 'true' } },
    more: [
      { params, query: { limit: '1' } },
      { params, query: { prefix: 'sample-key' } },
    ],
  },
  upload: { request: { params, query: { key: 'sample-new' } }, more: [{ params, query: { key: 'sample-key' } }] },
  info: { request: { params, query } },
  setTags: {
    request: { params, query, body: { tags: { other: 'yes' } } },
    more: [
      { params, query, body: { tags: { kept: 'yes' } } },
      { params, query, body: { tags: {} } },
    ],
  },
  restore: { request: { params, query, body: { days: 3 } }, done: 'plugins/tiers/test/conformance.test.ts' },
  setLegalHold: {
    request: { params, query, body: { status: 'enabled' } },
    more: [{ params, query, body: { status: 'disabled' } }],
  },
  setRetention: {
    request: { params, query, body: retention },
    more: [
      { params, query, body: { ...retention, governance_bypass: true } },
      { params, query, body: { ...retention, mode: 'compliance', governance_bypass: true } },
      { params, query, body: { mode: 'governance', expires: '2090-12-31T00:00:00Z' } },
    ],
  },
  removeRetention: { request: { params, query } },
  download: {
    request: { params, query },
    more: [
      { params, query: { ...query, preview: 'true' } },
      { params, query: { ...query, raw: 'true' } },
    ],
  },
  preview: { request: { params, query } },
  beginUpload: {
    request: { params, body: { key: 'in-parts', size: 1 } },
    more: [{ params, body: { key: 'in-parts', size: 1, part_size: 5 * 1024 * 1024 } }],
  },
  listUploads: { request: { params }, more: [{ params, query: { prefix: 'in-parts' } }] },
  listParts: { request: { params, query: { key: 'in-parts', id: 'sample-upload' } } },
  putPart: { request: { params, query: { ...only, id: 'sample-upload' } } },
  completeUpload: {
    request: {
      params,
      body: {
        key: 'in-parts',
        id: 'sample-upload',
        parts: [{ etag: '9dd4e461268c8034f5c8564e155c67a6', crc32: 'jNwWgw==' }],
      },
    },
  },
  abortUpload: { request: { params, query: { key: 'in-parts', id: 'sample-upload' } } },
  zip: { request: { params }, more: [{ params, query: { paths: '["sample-key"]' } }] },
  share: { request: { params, query }, more: [{ params, query: { ...query, expires: '1h' } }] },
  links: {
    request: { params, body: { objects: [{ path: 'sample-key' }] } },
    more: [
      { params, body: { objects: [{ path: 'sample-key', version_id: 'sample-version' }] } },
      { params, body: { objects: [{ path: 'sample-key' }], by: 'service-account' } },
    ],
  },
  shared: { request: { query: { link: 'made.up' } }, done: 'a link that was changed is refused' },
  copy: {
    request: { params, body: { objects: [{ path: 'sample-key', to: 'sample-new' }] } },
    more: [
      {
        params,
        body: {
          objects: [{ path: 'sample-key', version_id: 'sample-version', to: 'sample-key' }],
          existing: 'replace',
        },
      },
      { params, body: { objects: [{ path: 'sample-key', to: 'sample-new' }], mode: 'move' } },
    ],
  },
  send: {
    request: {
      params,
      body: { server_token: 'made-up', path: 'sample-key', to_bucket: 'sample-bucket', to: 'sample-new' },
    },
    done: 'test/server/copies-between-servers.test.ts',
  },
  sendMany: {
    request: {
      params,
      body: {
        server_token: 'made-up',
        to_bucket: 'sample-bucket',
        objects: [{ path: 'sample-key', to: 'sample-new' }],
      },
    },
    done: 'test/server/copies-between-servers.test.ts',
  },
  abortSend: {
    request: {
      params,
      body: { server_token: 'made-up', path: 'sample-key', to_bucket: 'sample-bucket', to: 'sample-new', id: 'x' },
    },
    done: 'test/server/copies-between-servers.test.ts',
  },
  setMetadata: {
    request: { params, query, body: { cache_control: 'no-cache' } },
    more: [{ params, query, body: { user: { kept: 'yes' } } }],
  },
  rewind: {
    request: { params: { ...params, date: '2090-01-01T00:00:00Z' }, query: { prefix: 'sample-key' } },
    more: [{ params: { ...params, date: '2020-01-01T00:00:00Z' }, query: { limit: '1' } }],
  },
  search: { request: { params, query: { text: 'a' } } },
  measure: { request: { params, query: {} } },
  export: { request: { params, query: {} }, more: [{ params, query: { recursive: 'true', format: 'json' } }] },
} satisfies Samples<
  typeof objects &
    typeof sharing &
    typeof copying &
    typeof sending &
    typeof rewinding &
    typeof finding &
    typeof parts &
    typeof archives
>
