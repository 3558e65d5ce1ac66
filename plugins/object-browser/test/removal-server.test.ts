import type { IncomingMessage } from 'node:http'
import { failureOf } from '../../../test/lib/failure-of.ts'
import { type Reply, withEngine } from '../../../test/lib/fake-s3.ts'
import { assert, suite } from '../../../test/lib/suite.ts'
import type { ObjectsBackend } from '../backend.ts'
import createObjects from '../s3/index.ts'

const test = suite('servers that do not delete versions')

/** Versions of one key, the newest first, which is a delete marker. */
const versions = ['marker', 'v3', 'v2', 'v1']

/** One page of the versions, from the position that the request names. */
const listVersions = (query: URLSearchParams): Reply => {
  const limit = Number(query.get('max-keys'))
  const start = versions.indexOf(query.get('version-id-marker') ?? '') + 1
  const page = versions.slice(start, start + limit).map((id) => {
    const element = id === 'marker' ? 'DeleteMarker' : 'Version'
    return `<${element}><Key>ledger</Key><VersionId>${id}</VersionId><IsLatest>${id === versions[0]}</IsLatest>
      <LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>"e"</ETag><Size>1</Size></${element}>`
  })
  const truncated = start + limit < versions.length
  return {
    status: 200,
    body: `<ListVersionsResult><IsTruncated>${truncated}</IsTruncated>${page.join('')}</ListVersionsResult>`,
  }
}

/** Deletes everything page by page, on a server that deletes nothing and answers deletions with `result`. */
const removeAll = async (result: string, limit: number, positionOf = (query: URLSearchParams) => query) => {
  const reported: string[] = []
  let [deleted, pages] = [0, 0]
  const answer = ({ method, url = '/' }: IncomingMessage): Reply => {
    if (url === '/') return { status: 200, body: '<ListAllMyBucketsResult><Buckets/></ListAllMyBucketsResult>' }
    if (method === 'POST') return { status: 200, body: `<DeleteResult>${result}</DeleteResult>` }
    return listVersions(positionOf(new URL(url, 'http://server').searchParams))
  }
  await withEngine(answer, async ({ engine }) => {
    const port = await engine.open({ id: 'objects', adapters: { s3: async () => ({ default: createObjects }) } })
    if (!port) throw new Error('There is an adapter')
    const objects = port(await engine.login({ accessKey: 'root', secretKey: 'root-secret' })) as ObjectsBackend
    let cursor: string | undefined
    for (let more = true; more; pages += 1) {
      assert.ok(pages < 20, 'it comes to an end')
      const page = await objects.removeVersions('records', { prefix: '', of: 'below', limit, cursor })
      deleted += page.deleted
      reported.push(...page.notDeleted.map(({ version_id: id }) => id))
      ;({ partial: more, cursor } = page)
    }
  })
  return { deleted, reported }
}

const refusal = (id = '') => `<Error><Key>ledger</Key>${id}<Code>AccessDenied</Code><Message>Locked</Message></Error>`
const deletion = (id: string) => `<Deleted><Key>ledger</Key><VersionId>${id}</VersionId></Deleted>`

test('each version is reported once if the server refuses a key without naming its versions', async () => {
  assert.equal(await removeAll(refusal(), 1), { deleted: 0, reported: ['v3', 'v2', 'v1'] })
  assert.equal(await removeAll(deletion('v3') + refusal() + refusal(), 4), { deleted: 1, reported: ['v2', 'v1'] })
})

test('deleting ends with an error if versions are listed that were reported as deleted', async () => {
  for (const limit of [1, 2, 3]) {
    const { status, message } = await failureOf(removeAll('', limit))
    assert.equal([status, /lists the same versions again/.test(message)], [502, true], String(limit))
  }
})

test('deleting ends with an error if truncated pages contain no versions', async () => {
  const { status } = await failureOf(removeAll('', 3, () => new URLSearchParams({ 'max-keys': '0' })))
  assert.is(status, 502)
})
