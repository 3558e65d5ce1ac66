import { assert, test } from '../lib/suite.ts'
import { Failure, type MissingPermission } from '../../core/protocol/failure.ts'
import {
  joinRefusals,
  missingPermissionsOf,
  refusalFor,
  accessRequestText,
  grantText,
} from '../../core/protocol/missing-permissions.ts'

const needsIn = (...missing: MissingPermission[]) =>
  missingPermissionsOf(new Failure(403, 'Access denied', { missing }))

test('the missing permissions of a failure name bucket, object and namespace', () => {
  assert.equal(needsIn({ action: 's3:GetObject', resource: 'arn:aws:s3:::docs/a b/ü.txt' }), [
    { action: 's3:GetObject', bucket: 'docs', object: 'a b/ü.txt' },
  ])
  assert.equal(needsIn({ action: 's3:ListBucket', resource: 'arn:aws:s3:::docs' }), [
    { action: 's3:ListBucket', bucket: 'docs' },
  ])
  assert.equal(needsIn({ action: 's3:ListAllMyBuckets', resource: 'arn:aws:s3:::*' }), [
    { action: 's3:ListAllMyBuckets' },
  ])
  assert.equal(needsIn({ action: 'admin:ListUsers' }, { action: 'admin:GetUser' }), [
    { action: 'admin:ListUsers' },
    { action: 'admin:GetUser' },
  ])
  assert.equal(needsIn(), [])
})

test('the message of a failure is never parsed', () => {
  assert.equal(
    missingPermissionsOf(new Failure(403, 'Access denied', { detail: 's3:GetObject is not granted on docs/a.txt' })),
    [],
  )
})

test('a disabled control names the first missing permission', () => {
  const needs = [
    { action: 's3:PutObject', bucket: 'docs', object: 'in/*' },
    { action: 's3:DeleteObject', bucket: 'docs' },
    { action: 'admin:ListUsers' },
  ]
  assert.is(refusalFor(needs), 'Your policies do not allow\ns3:PutObject on arn:aws:s3:::docs/in/* and 2 more')
  assert.is(refusalFor(needs.slice(2)), 'Your policies do not allow\nadmin:ListUsers')
  assert.is(refusalFor([]), false)
})

test('failures of several controls name every missing action once per resource', () => {
  const of = (action: string, object: string) => String(refusalFor([{ action, bucket: 'docs', object }]))
  assert.is(
    joinRefusals([of('s3:PutObject', 'a.txt'), of('s3:DeleteObject', 'a.txt'), of('s3:PutObject', 'b/**')]),
    'Your policies do not allow s3:PutObject, s3:DeleteObject on arn:aws:s3:::docs/a.txt; s3:PutObject on arn:aws:s3:::docs/b/*',
  )
  assert.is(
    joinRefusals(['s3:A', 's3:B', 's3:C'].map((action) => of(action, 'a.txt'))),
    'Your policies do not allow s3:A, s3:B and 1 more on arn:aws:s3:::docs/a.txt',
  )
  assert.is(joinRefusals(['Restore it first', 'Restore it first']), 'Restore it first')
})

test('an access request contains everything an administrator needs to grant it', () => {
  const needs = [{ action: 's3:PutObject', bucket: 'docs', object: 'in/*' }]
  const text = accessRequestText({ account: 'ann', address: 'https://console.test/buckets/docs/browse', needs })
  for (const part of [
    'Account: ann',
    'Page: https://console.test/buckets/docs/browse',
    'Needed: s3:PutObject on arn:aws:s3:::docs/in/*',
    grantText(needs),
  ])
    assert.ok(text.includes(part), part)
  assert.equal(JSON.parse(grantText(needs)), {
    Effect: 'Allow',
    Action: ['s3:PutObject'],
    Resource: ['arn:aws:s3:::docs/in/*'],
  })
})

test('a suggested statement grants each action on its resource, read actions first, and admin actions without resource', () => {
  const needs = [
    { action: 's3:PutBucketPolicy', bucket: 'docs' },
    { action: 's3:GetBucketPolicy', bucket: 'docs' },
    { action: 's3:GetObject', bucket: 'logs', object: 'a.txt' },
    { action: 'admin:ListUsers' },
  ]
  assert.equal(JSON.parse(`[${grantText(needs)}]`), [
    { Effect: 'Allow', Action: ['s3:GetBucketPolicy', 's3:PutBucketPolicy'], Resource: ['arn:aws:s3:::docs'] },
    { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::logs/a.txt'] },
    { Effect: 'Allow', Action: ['admin:ListUsers'] },
  ])
  const text = accessRequestText({ account: 'ann', address: '/users', needs: needs.slice(3) })
  assert.ok(text.includes('Needed: admin:ListUsers\n'))
  assert.not.ok(text.includes('arn:aws:s3:::*'))
})

test('a cluster permission is described by verb and resource, and requested as a role', () => {
  const tenants = needsIn({ action: 'k8s:list:tenants.minio.min.io' })
  assert.equal(tenants, [{ action: 'k8s:list:tenants.minio.min.io', namespace: undefined }])
  assert.is(refusalFor(tenants), 'Your role in the cluster does not allow\nlist tenants.minio.min.io')
  assert.is(
    grantText(tenants),
    'kind: ClusterRole\nrules:\n- apiGroups: ["minio.min.io"]\n  resources: ["tenants"]\n  verbs: ["list"]',
  )

  const logs = needsIn({ action: 'k8s:get:pods/log', resource: 'namespaces/shop' })
  assert.equal(logs, [{ action: 'k8s:get:pods/log', namespace: 'shop' }])
  assert.is(refusalFor(logs), 'Your role in the cluster does not allow\nget pods/log in namespace shop')
  const both = [
    ...logs,
    { action: 'k8s:delete:pods', namespace: 'shop' },
    { action: 'k8s:list:pods', namespace: 'shop' },
  ]
  const [head, rules] = grantText(both).split('rules:\n')
  assert.is(head, 'kind: Role\nmetadata:\n  namespace: shop\n')
  assert.is(
    rules,
    '- apiGroups: [""]\n  resources: ["pods/log"]\n  verbs: ["get"]\n- apiGroups: [""]\n  resources: ["pods"]\n  verbs: ["delete", "list"]',
  )
  assert.ok(
    accessRequestText({ account: 'jane', address: '/', needs: both }).includes('Needed: delete pods on namespace shop'),
  )
})
