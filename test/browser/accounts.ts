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
  const answer = await root('POST', '/api/v1/policies', { name, policy: policyDocument(...statements) })
  assert.is(answer.status, 201, answer.text)
  return name
}

/** Creates a user over the API. */
export const createUser = async (
  accessKey: string,
  more: { groups?: string[]; policies?: string[] } = {},
): Promise<KeyPair> => {
  const pair = { accessKey, secretKey: 'a-good-password' }
  const answer = await root('POST', '/api/v1/users', { ...pair, groups: [], policies: [], ...more })
  assert.is(answer.status, 201, answer.text)
  return pair
}
