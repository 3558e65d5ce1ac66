import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Failure } from '../../../core/failure.ts'
import { fileOf, type Held, readFile } from '../../../plugins/identity/pages/transfer/file.ts'
import { missingIn, planOf } from '../../../plugins/identity/pages/transfer/plan.ts'

const document = (Action: string | string[], Resource: string | string[] = 'arn:aws:s3:::a/*') => ({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action, Resource }] })

const here: Held = {
  policies: [{ name: 'readers', document: document(['s3:GetObject', 's3:ListBucket']) }],
  groups: [{ name: 'staff', status: 'enabled', policies: ['readers'] }],
  users: [
    { accessKey: 'ann', status: 'enabled', policies: ['readers', 'writers'], groups: ['staff'] },
    { accessKey: 'ben', status: 'disabled', policies: [], groups: [] },
  ],
}

const told = (held: Held, file: Held) => planOf(held, file).changes.map(({ kind, name, how, says }) => [kind, name, how, says.join('; ')].join(' | '))

test('a file is read back as it was written, in one order, without a secret', () => {
  const text = fileOf(here, new Date('2026-11-22T10:00:00Z'))
  const read = readFile(text)
  assert.equal(read.exported, '2026-11-22T10:00:00.000Z')
  assert.equal(planOf(here, read), { changes: [], same: 4 })
  assert.is(fileOf({ ...read, users: read.users.toReversed() }, new Date('2026-11-22T10:00:00Z')), text)
  assert.not(/secret|password/i.test(text))
})

test('everything is new where nothing is', () => {
  assert.equal(told({ policies: [], groups: [], users: [] }, here), [
    'policy | readers | new | is added',
    'group | staff | new | policies + readers',
    'user | ann | new | gets a new password; policies + readers, writers; groups + staff',
    'user | ben | new | gets a new password; disabled',
  ])
})

test('what differs is told part by part, and what is not in the file stays', () => {
  assert.equal(
    told(here, {
      policies: [{ name: 'readers', document: document('s3:GetObject') }],
      groups: [{ name: 'staff', status: 'disabled', policies: [] }],
      users: [{ accessKey: 'ann', status: 'enabled', policies: ['readers'], groups: ['staff', 'new'] }],
    }),
    ['policy | readers | changed | is replaced for all who have it', 'group | staff | changed | disabled; policies − readers', 'user | ann | changed | policies − writers; groups + new'],
  )
})

test('a policy that a storage writes otherwise is the same', () => {
  const one = { Version: '2012-10-17', Statement: [{ Resource: ['arn:aws:s3:::a/*'], Action: ['s3:ListBucket', 's3:GetObject'], Effect: 'Allow' }] }
  assert.equal(told(here, { policies: [{ name: 'readers', document: one }], groups: [], users: [] }), [])
  const single = { policies: [{ name: 'p', document: document('s3:GetObject') }], groups: [], users: [] }
  assert.equal(told(single, { ...single, policies: [{ name: 'p', document: document(['s3:GetObject'], ['arn:aws:s3:::a/*']) }] }), [])
})

test('policies that are nowhere are named', () => {
  assert.equal(missingIn(here, { policies: [], groups: [], users: [{ accessKey: 'cem', status: 'enabled', policies: ['readers', 'gone'], groups: [] }] }), ['gone'])
})

test('a file that is none is refused with what is wrong and where', () => {
  const wrong = (content: string) => {
    try {
      readFile(content)
    } catch (error) {
      if (error instanceof Failure) return `${error.status} ${error.detail}`
      throw error
    }
    return 'it was read'
  }
  const whole = JSON.parse(fileOf(here, new Date())) as Record<string, unknown>
  const with_ = (change: object) => wrong(JSON.stringify({ ...whole, ...change }))
  assert.match(wrong('{'), /^422 It is no JSON/)
  assert.match(wrong('{}'), /^422 format: /)
  assert.match(with_({ version: 2 }), 'version: It was exported by a newer console')
  assert.match(with_({ users: [{ accessKey: 'a', status: 'enabled', policies: [], groups: [] }] }), 'users.0.accessKey: An access key has at least 3 characters')
  assert.match(with_({ groups: [{ name: 'x', status: 'gone', policies: [] }] }), 'groups.0.status')
  assert.match(with_({ users: [here.users[0], here.users[0]] }), 'The user "ann" is in it twice')
  assert.is(with_({ more: 'is passed over' }), 'it was read')
})

test('names that objects have anyway are names like others', () => {
  const odd: Held = { policies: [{ name: '__proto__', document: document('s3:*') }], groups: [{ name: 'constructor', status: 'enabled', policies: ['__proto__'] }], users: [] }
  const read = readFile(fileOf(odd, new Date()))
  assert.equal(planOf(odd, read).changes, [])
  assert.is(planOf({ policies: [], groups: [], users: [] }, read).changes.length, 2)
})

test.run()
