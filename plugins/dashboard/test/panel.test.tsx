import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { fieldSpecs } from '../../../ui/field-specs.ts'
import { defaults } from '../alerts/metrics.ts'
import { thresholdsPanel } from '../panel.ts'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'

const rules = [
  ...defaults.map((rule) => ({ ...rule, own: false })),
  { ...defaults[0], id: 'own-1', threshold: 3, own: true },
]

const respond = ({ method }: ReceivedRequest) =>
  method === 'GET' ? { body: { rules, endpoint: '', format: 'json' } } : { status: 200 }

test('the panel saves changed thresholds, and the webhook only if it changed', async () => {
  const line = await startFakeServer(respond)
  const values = await thresholdsPanel.read()
  const changed = async (more: object) => {
    line.sent.length = 0
    await thresholdsPanel.save(v.parse(thresholdsPanel.schema, { ...values, ...more }))
    const putRequests = line.sent.filter(({ method }) => method === 'PUT')
    return putRequests.map(({ url, body }) => [url.split('/alerts/').at(-1), JSON.parse(body)])
  }
  assert.equal(await changed({}), [])
  assert.equal(await changed({ 'capacity-low': 60 }), [
    ['rules/capacity-low', { threshold: 60, durationSeconds: 60, enabled: true }],
  ])
  const endpoint = 'https://hooks.example/in'
  assert.equal(await changed({ endpoint }), [['webhook', { endpoint, format: 'json' }]])
  assert.equal(await changed({ secret: 's' }), [['webhook', { endpoint: '', format: 'json', secret: 's' }]])
  assert.equal(await changed({ format: 'slack' }), [['webhook', { endpoint: '', format: 'slack' }]])
  await line.close()
})

test('the panel tries the values of the form without saving them', async () => {
  const line = await startFakeServer(respond)
  const { testAction, schema } = thresholdsPanel
  const values = v.parse(schema, { ...(await thresholdsPanel.read()), format: 'teams' })
  assert.is(testAction?.refusal(values), 'Enter a webhook first')
  line.sent.length = 0
  await testAction?.run({ ...values, endpoint: 'https://hooks.example/in' })
  assert.equal(
    line.sent.map(({ method, url, body }) => [method, url.split('/alerts/').at(-1), JSON.parse(body)]),
    [['POST', 'webhook/test', { endpoint: 'https://hooks.example/in', format: 'teams' }]],
  )
  await line.close()
})

test('its fields name metric, level and unit, and refuse the values that the calls refuse', () => {
  const plans = fieldSpecs(thresholdsPanel.schema)
  const low = plans.find(({ name }) => name === 'capacity-low')
  assert.equal([low?.label, low?.unit], ['Capacity used: warning above', '%'])
  const all = { format: 'json', ...Object.fromEntries(defaults.map(({ id, threshold }) => [id, threshold])) }
  assert.ok(v.is(thresholdsPanel.schema, all))
  assert.not(v.is(thresholdsPanel.schema, { ...all, endpoint: 'no address' }))
  assert.not(v.is(thresholdsPanel.schema, { ...all, 'capacity-low': -1 }))
})
