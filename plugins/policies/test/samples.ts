import { policies } from '../contract.ts'
import type { Samples, Fixture } from '../../../test/lib/samples.ts'

const document = (action: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: [action], Resource: ['arn:aws:s3:::a/*'] }],
  })

export const fixtures: Record<string, Fixture> = {
  policy: {
    create: (send, name) => send(policies.add, { body: { name, policy: document('s3:GetObject') } }),
    read: (send, name) => send(policies.get, { query: { name } }),
  },
}

const policy = { name: 'sample-policy' }
const question = {
  action: 's3:GetObject',
  bucket: 'photos',
  key: 'a/1.jpg',
  conditions: [{ key: 'aws:SourceIp', value: '10.0.0.1' }],
}

export default {
  list: { request: {} },
  find: { request: { query: { text: 'sample' } } },
  add: {
    request: { body: { ...policy, policy: document('s3:PutObject') } },
    more: [
      { body: { ...policy, policy: document('s3:GetObject') } },
      { body: { name: 'sample-new', policy: document('s3:GetObject') } },
    ],
  },
  get: { request: { query: policy } },
  remove: { request: { query: policy } },
  users: { request: { params: policy } },
  groups: { request: { params: policy } },
  attachments: { request: {} },
  check: {
    request: { body: { kind: 'service-account', name: 'sample-account', ...question } },
    more: [
      { body: { kind: 'user', name: 'sample-user', ...question } },
      { body: { kind: 'group', name: 'sample-group', ...question } },
    ],
    also: ['admin:ListServiceAccounts'],
  },
  everything: {
    request: { body: { kind: 'service-account', name: 'sample-account' } },
    more: [{ body: { kind: 'user', name: 'sample-user' } }, { body: { kind: 'group', name: 'sample-group' } }],
    also: ['admin:ListServiceAccounts'],
  },
  usersWithAccess: { request: { body: { bucket: 'sample-bucket', prefix: 'a/' } } },
  effects: {
    request: { body: { ...policy, policy: document('s3:PutObject') } },
    more: [{ body: { name: 'sample-new', policy: document('s3:PutObject') } }],
  },
  administrators: {
    request: {
      body: {
        users: ['sample-user'],
        groups: ['sample-group'],
        memberships: { users: ['sample-user'], groups: ['sample-group'] },
        detached: { kind: 'user', name: 'sample-user', policies: ['sample-policy'] },
        updatedPolicy: { ...policy, policy: document('s3:PutObject') },
      },
    },
    more: [{ body: {} }],
  },
  // the findings reveal no account and no stored data
  findings: { request: { body: { policy: document('s3:PutObject') } }, over: 'may' },
  vocabulary: { request: {}, over: 'may' },
} satisfies Samples<typeof policies>
