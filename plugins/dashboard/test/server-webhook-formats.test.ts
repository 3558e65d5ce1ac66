import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { assert, suite } from '../../../test/lib/suite.ts'
import { listen } from '../../../test/lib/listen.ts'
import { createAlerts } from '../backend/alerts.ts'
import type { WebhookFormat } from '../alerts/webhook.ts'
import { silentLog } from '../../../engines/engine.ts'
import { createMemoryStore } from '../../../engines/lib/key-value-store.ts'
import { createSecretBox, type SecretBox } from '../../../engines/lib/secret-box.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'
import { until } from '../../../test/lib/until.ts'

const test = suite('webhook formats of alerts')

const start = Date.UTC(2026, 10, 22, 9)
const [started, ended] = ['2026-11-22T09:00:00.000Z', '2026-11-22T09:01:40.000Z']

type Request = { path: string; headers: IncomingHttpHeaders; body: string }

/** Records requests as they arrive. */
const startWire = async () => {
  const requests: Request[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ path: request.url ?? '', headers: request.headers, body })
      response.end()
    })
  })
  return { requests, url: `http://127.0.0.1:${await listen(server)}/hook`, close: () => server.close() }
}

const openAlerts = async ({
  keyValueStore = createMemoryStore(),
  secrets = createSecretBox(undefined) as SecretBox,
} = {}) => {
  const state = { now: start }
  const alerts = createAlerts()
  const outbound = createOutbound({ allowed: ['127.0.0.1'] })
  await alerts.open({ keyValueStore, secrets, log: silentLog, outbound, clock: () => state.now })
  const see = async (value: number, seconds: number) => {
    for (let passed = 0; passed <= seconds; passed += 20, state.now += 20_000)
      await alerts.take({ 'drives-offline': { value, source: 'node<4>:/mnt/disk2' } })
  }
  return { alerts, see, keyValueStore, state }
}

/** Bodies of the messages about an alert's start and end. */
const messagesIn = async (format: WebhookFormat) => {
  const wire = await startWire()
  const { alerts, see } = await openAlerts()
  await alerts.setHook({ endpoint: wire.url, format })
  await see(1, 80)
  await see(0, 320)
  await until(() => wire.requests.length === 2)
  await alerts.close()
  wire.close()
  const bodies = wire.requests.map(({ body }) => JSON.parse(body) as unknown)
  return { bodies, paths: wire.requests.map(({ path }) => path) }
}

const facts = (names: [string, string], short: object, withEnd: boolean) =>
  [
    ['Value', '1 drive'],
    ['Threshold', 'above 0 drives'],
    ['Source', 'node<4>:/mnt/disk2'],
    ['Started', started],
    ...(withEnd ? [['Ended', ended]] : []),
  ].map(([title, value]) => ({ [names[0]]: title, [names[1]]: value, ...short }))

const [startText, endText] = [
  'Alert: Drives offline: 1 drive, node<4>:/mnt/disk2',
  'Over: Drives offline, node<4>:/mnt/disk2',
]

test('Slack and Mattermost get a text and an attachment with a color, and characters of markup are escaped', async () => {
  const { bodies } = await messagesIn('slack')
  const escape = (all: unknown) => JSON.parse(JSON.stringify(all).replaceAll('<4>', '&lt;4&gt;')) as unknown
  const message = (text: string, color: string, withEnd: boolean) => ({
    text,
    attachments: [{ color, fallback: text, fields: facts(['title', 'value'], { short: true }, withEnd) }],
  })
  assert.equal(bodies, escape([message(startText, '#d32f2f', false), message(endText, '#2e7d32', true)]))
})

test('Microsoft Teams gets an adaptive card', async () => {
  const { bodies } = await messagesIn('teams')
  const message = (text: string, color: string, withEnd: boolean) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text, wrap: true, weight: 'Bolder', color },
            { type: 'FactSet', facts: facts(['title', 'value'], {}, withEnd) },
          ],
        },
      },
    ],
  })
  assert.equal(bodies, [message(startText, 'Attention', false), message(endText, 'Good', true)])
})

test('Discord gets content and an embed, and no names in it notify people', async () => {
  const { bodies } = await messagesIn('discord')
  const message = (content: string, color: number, withEnd: boolean) => ({
    content,
    embeds: [
      {
        title: 'Drives offline',
        color,
        fields: facts(['name', 'value'], { inline: true }, withEnd),
        timestamp: withEnd ? ended : started,
      },
    ],
    allowed_mentions: { parse: [] },
  })
  assert.equal(bodies, [message(startText, 0xd32f2f, false), message(endText, 0x2e7d32, true)])
})

test('Alertmanager gets one alert at its API, with the same labels at the start and the end', async () => {
  const { bodies, paths } = await messagesIn('alertmanager')
  const labels = { alertname: 'Drives offline', severity: 'critical', rule: 'drives-offline', metric: 'drives-offline' }
  const annotations = { summary: 'Drives offline: 1 drive, node<4>:/mnt/disk2', source: 'node<4>:/mnt/disk2' }
  assert.equal(bodies, [
    [{ labels, annotations, startsAt: started, endsAt: '2026-12-22T09:00:00.000Z' }],
    [{ labels, annotations, startsAt: started, endsAt: ended }],
  ])
  assert.equal(paths, ['/hook/api/v2/alerts', '/hook/api/v2/alerts'])
})

test('JSON has all fields of the alert', async () => {
  const { bodies } = await messagesIn('json')
  const alert = {
    id: '1',
    rule: 'drives-offline',
    metric: 'drives-offline',
    title: 'Drives offline',
    level: 'danger',
    threshold: 0,
    value: 1,
    unit: 'drives',
    source: 'node<4>:/mnt/disk2',
    started,
  }
  assert.equal(bodies, [
    { text: startText, state: 'started', alert },
    { text: endText, state: 'ended', alert: { ...alert, ended } },
  ])
})

test('with a secret each message is signed, also one sent as a test before it is saved', async () => {
  const wire = await startWire()
  const { alerts } = await openAlerts()
  const secret = 'correct-horse'
  const hook = { endpoint: wire.url, format: 'json' as const }
  await alerts.tryHook(hook)
  await alerts.tryHook({ ...hook, secret })
  await alerts.setHook({ ...hook, secret })
  // the stored secret stays unless another one is sent
  await alerts.setHook({ ...hook, format: 'slack' })
  await alerts.tryHook(hook)
  const time = start / 1000
  const signatures = wire.requests.map(({ body }) => {
    const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return `t=${time},v1=${mac}`
  })
  assert.equal(
    wire.requests.map(({ headers }) => headers['x-stowage-signature']),
    [undefined, signatures[1], signatures[2]],
  )
  assert.equal([alerts.rules(true).format, alerts.rules(true).signed], ['slack', true])
  assert.not.match(JSON.stringify(alerts.rules(true)), secret)
  await alerts.close()
  wire.close()
})

test('address and secret are stored sealed, and a webhook that cannot be unsealed is off', async () => {
  const [keyValueStore, secrets] = [createMemoryStore(), createSecretBox(undefined)]
  const first = await openAlerts({ keyValueStore, secrets })
  const endpoint = 'http://127.0.0.1:9/services/token'
  await first.alerts.setHook({ endpoint, format: 'discord', secret: 'correct-horse' })
  await first.alerts.close()
  const stored = (await keyValueStore.read('dashboard-alerts')) ?? ''
  assert.not.match(stored, 'services')
  assert.not.match(stored, 'correct-horse')
  const again = await openAlerts({ keyValueStore, secrets })
  assert.equal([again.alerts.rules(true).endpoint, again.alerts.rules(true).format], [endpoint, 'discord'])
  await again.alerts.close()
  const moved = await openAlerts({ keyValueStore })
  assert.is(moved.alerts.rules(true).endpoint, '')
  await moved.alerts.close()
})

test('a webhook that an earlier version stored is read, and sealed with the next change', async () => {
  const keyValueStore = createMemoryStore()
  const endpoint = 'http://127.0.0.1:9/services/token'
  await keyValueStore.write(
    'dashboard-alerts',
    JSON.stringify({ rules: [], endpoint, alerts: [], notices: [], last: 0 }),
  )
  const { alerts } = await openAlerts({ keyValueStore })
  assert.equal([alerts.rules(true).endpoint, alerts.rules(true).format], [endpoint, 'json'])
  await alerts.changeRule('versions', { enabled: false, threshold: 3, durationSeconds: 5 })
  await alerts.close()
  assert.not.match((await keyValueStore.read('dashboard-alerts')) ?? '', 'services')
})
