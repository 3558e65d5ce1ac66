import { assert, test } from '../../../test/lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { serializeAccounts, type AccountSet, parseAccounts } from '../pages/transfer/file.ts'
import { archiveChanges, readArchive } from '../pages/transfer/archive.ts'
import { selectChanges, missingNames, planImport } from '../pages/transfer/plan.ts'

const document = (Action: string | string[], Resource: string | string[] = 'arn:aws:s3:::a/*') => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action, Resource }],
})

const current: AccountSet = {
  policies: [{ name: 'readers', document: document(['s3:GetObject', 's3:ListBucket']) }],
  groups: [{ name: 'staff', status: 'enabled', policies: ['readers'] }],
  users: [
    { accessKey: 'ann', status: 'enabled', policies: ['readers', 'writers'], groups: ['staff'] },
    { accessKey: 'ben', status: 'disabled', policies: [], groups: [] },
  ],
}

const differences = (stored: AccountSet, file: AccountSet) =>
  planImport(stored, file).changes.map(({ kind, name, how, texts }) => [kind, name, how, texts.join('; ')].join(' | '))

test('an exported file is read back as it was written, in a stable order and without secrets', () => {
  const text = serializeAccounts(current, new Date('2026-11-22T10:00:00Z'))
  const read = parseAccounts(text)
  assert.equal(read.exported, '2026-11-22T10:00:00.000Z')
  assert.equal(planImport(current, read), { changes: [], same: 4 })
  assert.is(serializeAccounts({ ...read, users: read.users.toReversed() }, new Date('2026-11-22T10:00:00Z')), text)
  assert.not(/secret|password/i.test(text))
})

test('every item of an import is new on an empty storage', () => {
  assert.equal(differences({ policies: [], groups: [], users: [] }, current), [
    'policy | readers | new | is added',
    'group | staff | new | policies + readers',
    'user | ann | new | gets new credentials; policies + readers, writers; groups + staff',
    'user | ben | new | gets new credentials; disabled',
  ])
})

test('differences are listed part by part, and items missing from the file stay', () => {
  assert.equal(
    differences(current, {
      policies: [{ name: 'readers', document: document('s3:GetObject') }],
      groups: [{ name: 'staff', status: 'disabled', policies: [] }],
      users: [{ accessKey: 'ann', status: 'enabled', policies: ['readers'], groups: ['staff', 'new'] }],
    }),
    [
      'policy | readers | changed | is replaced for all who have it',
      'group | staff | changed | disabled; policies − readers',
      'user | ann | changed | policies − writers; groups + new',
    ],
  )
})

test('a policy that a storage formats differently counts as equal', () => {
  const one = {
    Version: '2012-10-17',
    Statement: [{ Resource: ['arn:aws:s3:::a/*'], Action: ['s3:ListBucket', 's3:GetObject'], Effect: 'Allow' }],
  }
  assert.equal(differences(current, { policies: [{ name: 'readers', document: one }], groups: [], users: [] }), [])
  const single = { policies: [{ name: 'p', document: document('s3:GetObject') }], groups: [], users: [] }
  assert.equal(
    differences(single, {
      ...single,
      policies: [{ name: 'p', document: document(['s3:GetObject'], ['arn:aws:s3:::a/*']) }],
    }),
    [],
  )
})

test('policies that exist nowhere are named', () => {
  assert.equal(
    missingNames(current, {
      policies: [],
      groups: [],
      users: [{ accessKey: 'cem', status: 'enabled', policies: ['readers', 'gone'], groups: [] }],
    }),
    ['gone'],
  )
})

test('an item left out of an import is missing for the items that need it', () => {
  const file: AccountSet = {
    ...current,
    policies: [...current.policies, { name: 'writers', document: document('s3:PutObject') }],
  }
  assert.equal(
    missingNames(
      { policies: [], groups: [], users: [] },
      selectChanges(
        { policies: [], groups: [], users: [] },
        file,
        new Set(['policy readers', 'user ann', 'group staff']),
      ),
    ),
    ['writers'],
  )
  assert.equal(missingNames(current, selectChanges(current, file, new Set(['group staff']))), [])
})

test('an archive of the storage server is summarized, including deleted and overwritten items', () => {
  const archive = {
    policies: { readers: { Version: '', Statement: null }, more: document('s3:*') },
    users: { ann: { status: 'disabled' }, cem: { status: 'enabled' } },
    groups: { staff: { members: ['ben'] } },
    accounts: { KEY: { parent: 'ann' } },
    ofUsers: { ann: { policy: ['readers'] } },
    ofGroups: {},
  }
  assert.equal(
    archiveChanges(current, archive).map(({ kind, name, how, texts }) =>
      [kind, name, how, texts.join('; ')].join(' | '),
    ),
    [
      'policy | readers | deleted | is deleted: it is empty in the archive',
      'policy | more | new | is added',
      'group | staff | changed | members + ben',
      'user | ann | changed | gets the password of the archive; disabled; policies − writers',
      'user | cem | new | gets the password of the archive',
      'service account | KEY | changed | is created again for ann, with the secret in the archive',
    ],
  )
})

test('an invalid archive is refused with the reason', async () => {
  const refusal = async (bytes: Uint8Array<ArrayBuffer>) => {
    try {
      await readArchive(bytes)
    } catch (error) {
      if (error instanceof Failure) return `${error.status} ${error.detail}`
      throw error
    }
    return 'it was read'
  }
  assert.is(await refusal(new TextEncoder().encode('PK')), '422 it is no zip')
  assert.is(await refusal(new Uint8Array(100)), '422 it is no zip')
  const end = new Uint8Array(22)
  new DataView(end.buffer).setUint32(0, 0x06054b50, true)
  assert.is(await refusal(end), '422 It is not an archive of accounts')
  end[10] = 3
  assert.match(await refusal(end), /^422 its list of files is broken/)
  end[16] = 0xff
  assert.match(await refusal(end), /^422 it is truncated/)
})

test('an invalid file is refused with the reason and its position', () => {
  const wrong = (content: string) => {
    try {
      parseAccounts(content)
    } catch (error) {
      if (error instanceof Failure) return `${error.status} ${error.detail}`
      throw error
    }
    return 'it was read'
  }
  const exported = JSON.parse(serializeAccounts(current, new Date())) as Record<string, unknown>
  const with_ = (change: object) => wrong(JSON.stringify({ ...exported, ...change }))
  assert.match(wrong('{'), /^422 It is no JSON/)
  assert.match(wrong('{}'), /^422 format: /)
  assert.match(with_({ version: 2 }), 'version: It was exported by a newer console')
  assert.match(
    with_({ users: [{ accessKey: 'a', status: 'enabled', policies: [], groups: [] }] }),
    'users.0.accessKey: An access key has at least 3 characters',
  )
  assert.match(with_({ groups: [{ name: 'x', status: 'gone', policies: [] }] }), 'groups.0.status')
  assert.match(with_({ users: [current.users[0], current.users[0]] }), 'The user "ann" is in it twice')
  assert.is(with_({ more: 'is passed over' }), 'it was read')
})

test('names of built-in object properties are ordinary names', () => {
  const unusualNames: AccountSet = {
    policies: [{ name: '__proto__', document: document('s3:*') }],
    groups: [{ name: 'constructor', status: 'enabled', policies: ['__proto__'] }],
    users: [],
  }
  const read = parseAccounts(serializeAccounts(unusualNames, new Date()))
  assert.equal(planImport(unusualNames, read).changes, [])
  assert.is(planImport({ policies: [], groups: [], users: [] }, read).changes.length, 2)
})
