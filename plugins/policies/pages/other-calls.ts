import * as v from 'valibot'
import { get, put } from 'stowage'

// Calls of other plugins that a new policy needs. Importing whole contracts would make these pages larger and split the
// scripts of those plugins.

export const buckets = get('/api/v1/buckets', {
  allow: 'signed-in',
  reply: v.object({ buckets: v.array(v.object({ name: v.string() })) }),
})

export const user = get('/api/v1/user', {
  allow: ['admin:GetUser'],
  query: v.object({ name: v.string() }),
  reply: v.object({ policy: v.array(v.string()) }),
})

export const setPolicy = put('/api/v1/set-policy', {
  allow: ['admin:AttachUserOrGroupPolicy'],
  status: 204,
  body: v.object({ name: v.array(v.string()), entityType: v.literal('user'), entityName: v.string() }),
})

export const users = get('/api/v1/users', {
  allow: ['admin:ListUsers'],
  reply: v.object({ users: v.array(v.object({ accessKey: v.string(), memberOf: v.array(v.string()) })) }),
})

export const groups = get('/api/v1/groups', {
  allow: ['admin:ListGroups'],
  reply: v.object({ groups: v.array(v.string()) }),
})

export const accounts = get('/api/v1/service-accounts', { allow: 'signed-in', reply: v.array(v.string()) })
