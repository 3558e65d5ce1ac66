import { assert } from '../lib/suite.ts'
import type { KeyPair } from '../lib/server.ts'
import { root } from './console.ts'

/** An Allow statement; `resources` are ARNs without `arn:aws:s3:::`. */
export const allow = (Action: string[], resources: string[] = [], Condition?: object) => ({
  Effect: 'Allow',
  Action,
  ...(resources.length > 0 && { Resource: resources.map((resource) => `arn:aws:s3:::${resource}`) }),
  ...(Condition && { Condition }),
})

/** A policy document as formatted text. */
export const policyDocument = (...statements: object[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements }, null, 2)

/** Creates a policy over the API. */
export const createPolicy = async (name: string, ...statements: object[]) => {
  const response = await root('POST', '/api/v1/policies', { name, policy: policyDocument(...statements) })
  assert.is(response.status, 201, response.text)
  return name
}

/** Creates a user over the API. */
export const createUser = async (
  accessKey: string,
  more: { groups?: string[]; policies?: string[] } = {},
): Promise<KeyPair> => {
  const pair = { accessKey, secretKey: 'a-good-password' }
  const response = await root('POST', '/api/v1/users', { ...pair, groups: [], policies: [], ...more })
  assert.is(response.status, 201, response.text)
  return pair
}
