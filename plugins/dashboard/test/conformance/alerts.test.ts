import { assert } from '../../../../test/lib/suite.ts'
import type { DashboardBackend } from '../../backend.ts'
import { startReceiver } from '../../../../test/lib/receiver.ts'
import { until } from '../../../../test/lib/until.ts'
import { addUser, allow, onEveryEngine, expectFailure } from '../../../../test/conformance/engines.ts'

type AlertSummary = { text: string; state: string }

/** The first message of the feed of running operations. */
const running = async ({ running: subscribe }: DashboardBackend) => {
  const controller = new AbortController()
  try {
    for await (const { alerts } of await subscribe(controller.signal)) return alerts
    return []
  } finally {
    controller.abort()
  }
}

const hookAt = (endpoint: string) => ({ endpoint, format: 'json' as const })

onEveryEngine('alerts', (test, peer) => {
  test('the outlook has history, certificates, and the largest buckets for callers who may see them', async () => {
    const admin = await peer().as()
    const { forecast, history, certificates, skew, growth } = await admin.dashboard.outlook()
    assert.equal(forecast, { state: 'early' })
    assert.ok(history.every(({ time, used }) => time <= Date.now() && used >= 0))
    assert.equal(certificates, [])
    assert.is(growth, undefined)
    assert.ok(peer().name === 'embedded' ? skew === undefined : Math.abs(skew ?? NaN) < 60)
    const viewer = await peer().as(await addUser(admin, [allow(['admin:ServerInfo'])]))
    assert.is((await viewer.dashboard.outlook()).largest, undefined)
  })

  test('when a quota is full is unknown without history, and hidden from callers who may not see sizes', async () => {
    const admin = await peer().as()
    const { forecast } = await admin.dashboard.quotaOutlook('no-such-bucket', 1000)
    assert.equal(forecast, { state: 'early' })
    const viewer = await peer().as(await addUser(admin, [allow(['admin:ServerInfo'])]))
    await expectFailure(403, viewer.dashboard.quotaOutlook('no-such-bucket', 1000), /./)
  })

  test('a rule opens an alert once its condition is observed, and closes it afterwards', async () => {
    const { dashboard } = await peer().as()
    const receiver = await startReceiver()
    await dashboard.setHook(hookAt(receiver.url))
    const id = await dashboard.addRule({ metric: 'versions', level: 'warning', threshold: 0, durationSeconds: 0 })
    await dashboard.info()
    const [alert] = await running(dashboard)
    assert.is(alert?.rule, id)
    assert.is(alert?.value, 1)
    await dashboard.changeRule(id, { threshold: 1, durationSeconds: 0, enabled: true })
    await dashboard.info()
    assert.equal(await running(dashboard), [])
    const { alerts, durable, updated } = await dashboard.alerts()
    assert.is(alerts[0]?.rule, id)
    assert.ok(alerts[0]?.ended)
    assert.ok(Date.now() - Date.parse(updated ?? '') < 60_000)
    assert.is(durable, peer().name === 'embedded')
    await until(() => receiver.events.length === 2)
    assert.equal(
      receiver.events.map(({ event }) => (event as unknown as AlertSummary).state),
      ['started', 'ended'],
    )
    await dashboard.setHook(hookAt(''))
    await dashboard.removeRule(id)
    assert.not((await dashboard.rules()).rules.some((rule) => rule.id === id))
  })

  test('a webhook can be tested, and a refusal shows the reason', async () => {
    const { dashboard } = await peer().as()
    const receiver = await startReceiver()
    await dashboard.tryHook(hookAt(receiver.url))
    assert.match((receiver.events[0]?.event as unknown as AlertSummary).text, /^Test: /)
    receiver.state.behavior = 404
    await expectFailure(400, dashboard.tryHook(hookAt(receiver.url)), /^Endpoint: it responds with status 404/)
    await expectFailure(
      400,
      dashboard.tryHook(hookAt('http://169.254.169.254/latest')),
      /^Endpoint: "169\.254\.169\.254" is in/,
    )
    await expectFailure(400, dashboard.setHook(hookAt('http://169.254.169.254/latest')), /^Endpoint: /)
  })

  test('callers who may see servers see alerts, and only those who may change settings edit rules', async () => {
    const admin = await peer().as()
    const viewer = (await peer().as(await addUser(admin, [allow(['admin:ServerInfo'])]))).dashboard
    assert.ok((await viewer.rules()).rules.length > 0)
    await viewer.alerts()
    await running(viewer)
    const change = { threshold: 1, durationSeconds: 1, enabled: false }
    const changes = [
      viewer.changeRule('versions', change),
      viewer.addRule({ metric: 'versions', level: 'danger', threshold: 1, durationSeconds: 1 }),
      viewer.removeRule('versions'),
      viewer.setHook(hookAt('')),
      viewer.tryHook(hookAt('http://127.0.0.1:1')),
    ]
    await Promise.all(changes.map((work) => expectFailure(403, work, /admin:ConfigUpdate/)))
    const nobody = (await peer().as(await addUser(admin, ['readonly']))).dashboard
    await Promise.all(
      [nobody.alerts(), running(nobody), nobody.rules(), nobody.outlook()].map((work) =>
        expectFailure(403, work, /admin:ServerInfo/),
      ),
    )
  })

  test('missing rules and rules that cannot be deleted are refused with the reason', async () => {
    const { dashboard } = await peer().as()
    await expectFailure(
      404,
      dashboard.changeRule('nothing', { threshold: 1, durationSeconds: 1, enabled: true }),
      /"nothing"/,
    )
    await expectFailure(409, dashboard.removeRule('versions'), /Disable the rule instead/)
  })
})
