import { assert, test } from '../../../test/lib/suite.ts'
import { parse } from 'valibot'
import { AuditRecord } from '../contract.ts'
import { historyAddress } from '../history.ts'
import { subjectKind } from '../pages/subject.ts'

const queryOf = (...subject: Parameters<typeof historyAddress>) =>
  Object.fromEntries(new URL(historyAddress(...subject), 'http://console.example').searchParams)

test('a history is the audit log of all time, filtered by what it is about', () => {
  const all = { tab: 'audit', range: 'all' }
  assert.equal(queryOf({ bucket: 'photos' }), { ...all, bucket: 'photos' })
  assert.equal(queryOf({ bucket: 'photos', object: 'a/b&c.jpg' }), { ...all, bucket: 'photos', object: 'a/b&c.jpg' })
  assert.equal(queryOf({ account: 'ana' }), { ...all, access_key: 'ana' })
  assert.equal(queryOf({ accessKey: 'AK1' }), { ...all, access_key_id: 'AK1', show: 'all' })
  assert.equal(queryOf({ request: 'R1' }), { ...all, request_id: 'R1', show: 'all' })
  assert.equal(queryOf({ user: 'ana' }), { ...all, object: 'ana', api_name: 'console.identity.*' })
  assert.equal(queryOf({ policy: 'readonly' }), { ...all, object: 'readonly', api_name: 'console.policies.*' })
})

const record = (api_name: string, rest = {}) => parse(AuditRecord, { time: '', api_name, object: 'ana', ...rest })

test('a record in the console names the user, group or policy that it is about', () => {
  assert.is(subjectKind(record('console.identity.addUser')), 'user')
  assert.is(subjectKind(record('console.identity.setUserGroups')), 'user')
  assert.is(subjectKind(record('console.identity.updateGroup')), 'group')
  assert.is(subjectKind(record('console.policies.add')), 'policy')
  assert.is(subjectKind(record('console.identity.setPolicy', { after: '{"accessKey":"ana"}' })), 'user')
  assert.is(subjectKind(record('console.identity.setPolicy', { after: '{"members":[]}' })), 'group')
  assert.is(subjectKind(record('console.identity.removeAccount')), undefined)
  assert.is(subjectKind(record('console.buckets.setQuota', { bucket: 'photos' })), undefined)
  assert.is(subjectKind(record('PutObject', { bucket: 'photos' })), undefined)
})
