import * as v from 'valibot'
import { assert, test } from '../../lib/suite.ts'
import { Info } from '../../../engines/minio/account-info.ts'
import { featuresOf } from '../../../engines/minio/features.ts'
import { hasNoRights } from '../../../engines/minio/rights.ts'

const policy = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
}
const created = '2026-01-02T03:04:05Z'
const bucket = { name: 'docs', size: 5, objects: 1, access: { read: true, write: true }, details: null }

const expected = {
  AccountName: 'ann',
  Server: { Type: 'Erasure' },
  Policy: policy,
  Buckets: [{ ...bucket, created }],
}

test('account info of MinIO is read as it is', () => {
  const response = {
    AccountName: 'ann',
    Server: { Type: 'Erasure' },
    Policy: policy,
    Buckets: [{ ...bucket, created }],
  }
  assert.equal(v.parse(Info, response), expected)
})

test('account info of RustFS has other names, a policy as text, and an expiration in place of the creation', () => {
  const response = {
    account_name: 'ann',
    server: { BackendType: 'Erasure', OnlineDisks: {}, StandardSCParity: 0 },
    policy: JSON.stringify(policy),
    buckets: [{ ...bucket, expiration: created }],
  }
  const info = v.parse(Info, response)
  assert.equal(info.AccountName, 'ann')
  assert.equal(info.Policy, policy)
  assert.equal(info.Buckets, expected.Buckets)
  assert.is(hasNoRights(info), false)
  assert.ok(featuresOf(info, 'builtin', { kms: false, heal: undefined }).includes('versions'))
})

test('account info without an account is refused', () => {
  assert.is(v.safeParse(Info, { server: {} }).success, false)
  assert.is(v.safeParse(Info, []).success, false)
})

test('an account of RustFS without a policy has no rights', () => {
  const response = { account_name: 'ann', server: {}, policy: '{"Version":"2012-10-17","Statement":[]}', buckets: [] }
  assert.is(hasNoRights(v.parse(Info, response)), true)
})
