import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { allCalls, allFeeds, sampleRequest } from './samples.ts'

for (const { owner, name, endpoint } of allCalls) {
  test(`${owner}'s call "${name}" has a sample that its schemas take`, () => {
    const { query, body } = sampleRequest(endpoint)
    if (endpoint.query) assert.equal(v.safeParse(endpoint.query, query).issues, undefined)
    if (typeof endpoint.body === 'object') assert.equal(v.safeParse(endpoint.body, body).issues, undefined)
  })
}

for (const { owner, name, endpoint } of allFeeds) {
  test(`${owner}'s feed "${name}" has a sample that its schema takes`, () => {
    const { query } = sampleRequest(endpoint)
    if (endpoint.query) assert.equal(v.safeParse(endpoint.query, query).issues, undefined)
  })
}

test.run()
