import * as v from 'valibot'
import { get } from 'stowage'

// Calls of other plugins, with the fields that the setup steps use. Importing their contracts would load more scripts
// on this page and split those of the other plugins.

export const buckets = get('/api/v1/buckets', {
  allow: 'signed-in',
  reply: v.object({ buckets: v.array(v.object({ name: v.string(), objects: v.optional(v.number()) })) }),
})

export const users = get('/api/v1/users', {
  allow: ['admin:ListUsers'],
  reply: v.object({ users: v.array(v.unknown()) }),
})

export const policies = get('/api/v1/policies', {
  allow: ['admin:ListUserPolicies'],
  query: v.object({ limit: v.string() }),
  reply: v.object({ policies: v.array(v.object({ name: v.string() })) }),
})

/** Built-in policies of every storage server. */
export const builtIn: readonly string[] = ['consoleAdmin', 'diagnostics', 'readonly', 'readwrite', 'writeonly']

export const objects = get('/api/v1/buckets/:bucket/objects', {
  allow: ['s3:ListBucket'],
  query: v.object({ limit: v.string(), encoding: v.literal('plain') }),
  reply: v.object({ objects: v.nullable(v.array(v.unknown()), []) }),
})
