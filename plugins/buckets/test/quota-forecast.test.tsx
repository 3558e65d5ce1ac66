import { startFakeServer } from '../../../test/core/fake-server.ts'
import { find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { QuotaForecast } from '../pages/quota-forecast.tsx'

const GiB = 2 ** 30

const textAt = async (used: number) => {
  await startFakeServer(({ url, body }) => {
    if (!url.includes('has-permission'))
      return { body: { forecast: { state: 'shrinking', perDay: 0 }, history: [{ time: 0, used }], durable: true } }
    const { actions } = JSON.parse(body) as { actions: { id: string }[] }
    return { body: { permissions: actions.map(({ id }) => ({ id, can: true })) } }
  })
  startTestSession({ plugins: ['buckets', 'dashboard'], features: ['administration', 'quota'] })
  await render(<QuotaForecast bucket="photos" quota={10 * GiB} />)
  await until(() => find('[role=group]'))
  return find('[role=group]').textContent
}

for (const [used, text] of [
  [9 * GiB, /Not filling at this pace/],
  [10 * GiB, /Full now.*10.0 GiB of 10.0 GiB are used/],
  [12 * GiB, /Over the quota by 2.0 GiB/],
] as const)
  test(`a bucket with ${used / GiB} of 10 GiB used: ${text.source.split('.')[0]}`, async () => {
    assert.match(await textAt(used), text)
  })
