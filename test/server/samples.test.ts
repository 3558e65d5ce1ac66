import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { allCalls, sampleRequest } from './samples.ts'

for (const { owner, name, endpoint } of allCalls) {
  test(`${owner}'s call "${name}" has a sample that its schemas take`, () => {
    const { query, body } = sampleRequest(endpoint)
    if (endpoint.query) assert.equal(v.safeParse(endpoint.query, query).issues, undefined)
    if (typeof endpoint.body === 'object') assert.equal(v.safeParse(endpoint.body, body).issues, undefined)
  })
}

test.run()
