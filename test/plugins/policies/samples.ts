import { policies } from '../../../plugins/policies/contract.ts'
import type { Samples, Thing } from '../../lib/samples.ts'

const document = (action: string) =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: [action], Resource: ['arn:aws:s3:::a/*'] }] })

export const things: Record<string, Thing> = {
  policy: {
    make: (ask, name) => ask(policies.add, { body: { name, policy: document('s3:GetObject') } }),
    look: (ask, name) => ask(policies.get, { query: { name } }),
  },
}

const policy = { name: 'sample-policy' }

export default {
  list: { ask: {} },
  find: { ask: { query: { text: 'sample' } } },
  add: {
    ask: { body: { ...policy, policy: document('s3:PutObject') } },
    more: [{ body: { ...policy, policy: document('s3:GetObject') } }, { body: { name: 'sample-new', policy: document('s3:GetObject') } }],
  },
  get: { ask: { query: policy } },
  remove: { ask: { query: policy } },
  users: { ask: { params: policy } },
  groups: { ask: { params: policy } },
} satisfies Samples<typeof policies>
