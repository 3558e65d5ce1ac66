import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { allSamples, requestsOf, missingSample } from '../lib/samples.ts'
import { callsAnywhere, feedsAnywhere, sampleRequest } from './samples.ts'

for (const { owner, name, endpoint } of callsAnywhere) {
  test(`${owner}'s call "${name}" has a sample its schemas accept`, () => {
    const { query, body } = sampleRequest(endpoint)
    if (endpoint.query) assert.equal(v.safeParse(endpoint.query, query).issues, undefined)
    if (typeof endpoint.body === 'object') assert.equal(v.safeParse(endpoint.body, body).issues, undefined)
  })
}

for (const { owner, name, endpoint } of feedsAnywhere) {
  test(`${owner}'s feed "${name}" has a sample its schema accepts`, () => {
    const { query } = sampleRequest(endpoint)
    if (endpoint.query) assert.equal(v.safeParse(endpoint.query, query).issues, undefined)
  })
}

const { samples } = await allSamples()

for (const sampled of samples) {
  const { owner, name, endpoint, sample } = sampled
  test(`${owner}'s "${name}" has access test requests its schemas accept`, () => {
    assert.ok(sample, missingSample(sampled))
    for (const { query, body } of requestsOf(sample)) {
      if (endpoint.query) assert.equal(v.safeParse(endpoint.query, query ?? {}).issues, undefined)
      if (typeof endpoint.body === 'object') assert.equal(v.safeParse(endpoint.body, body).issues, undefined)
    }
  })
}
