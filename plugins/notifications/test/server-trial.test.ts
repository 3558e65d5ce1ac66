import { createServer } from 'node:https'
import { assert, test } from '../../../test/lib/suite.ts'
import { listen } from '../../../test/lib/listen.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'
import { addressesOf, testConnection } from '../backend/connection-test.ts'
import { serviceOf } from '../services.ts'
import { startReceiver } from '../../../test/lib/receiver.ts'
import { certificate, key } from '../../../test/engines/minio/certificate.ts'

const outbound = createOutbound({ allowed: ['127.0.0.1'] })
const webhook = serviceOf('webhook')!

test('the settings of every service give its address', () => {
  const addresses = {
    webhook: [{ endpoint: 'https://h/x' }, ['https://h/x']],
    elasticsearch: [{ url: 'http://h:9200' }, ['http://h:9200']],
    kafka: [{ brokers: 'a:1, b', tls: 'on' }, ['https://a:1', 'https://b:9092']],
    amqp: [{ url: 'amqp://me:p@ss@h/vhost' }, ['http://h:5672']],
    mqtt: [{ broker: 'ssl://h:8883' }, ['https://h:8883']],
    redis: [{ address: 'h' }, ['http://h:6379']],
    nats: [{ address: 'h:1', tls: 'on', tls_skip_verify: 'on' }, ['http://h:1']],
    nsq: [{ nsqd_address: 'h' }, ['http://h:4150']],
    postgresql: [{ connection_string: 'host=h dbname=d user=u password=p' }, ['http://h:5432']],
    mysql: [{ dsn_string: 'u:p@tcp(h:1)/d' }, ['http://h:1']],
  } as const
  for (const [id, [properties, expected]] of Object.entries(addresses))
    assert.equal(pluck(addressesOf(serviceOf(id)!, properties as Record<string, string>), 'address'), expected, id)
  assert.equal(
    addressesOf(serviceOf('postgres')!, { connection_string: 'postgres://u:p@h:1/d' }).map(({ address }) => address),
    ['http://h:1'],
  )
  assert.equal(addressesOf(webhook, {}), [])
})

test('a service that responds passes the test and receives no event', async () => {
  const receiver = await startReceiver()
  const steps = await testConnection(outbound, webhook, { endpoint: receiver.url })
  assert.equal(
    steps.map(({ step, outcome }) => `${step} ${outcome}`),
    ['address passed', 'connection passed'],
  )
  assert.is(steps[0]?.detail, '127.0.0.1')
  assert.is(receiver.state.tries, 0)
})

test('a test ends at the first failed step with the reason', async () => {
  const server = createServer({ cert: certificate, key })
  const port = await listen(server)
  const outcome = async (endpoint: string) =>
    (await testConnection(outbound, webhook, { endpoint })).map(
      ({ step, outcome: what, detail }) => `${step} ${what} ${detail ?? ''}`,
    )
  assert.match(
    (await outcome('http://127.0.0.1:1/')).join('\n'),
    /^address passed 127.0.0.1\nconnection failed Endpoint: 127.0.0.1:1 cannot be reached/,
  )
  assert.match(
    (await outcome(`https://127.0.0.1:${port}/`)).join('\n'),
    /^address passed 127.0.0.1\nconnection passed \ncertificate failed Endpoint: the certificate of 127.0.0.1:\d+ cannot be trusted/,
  )
  assert.match(
    (await outcome('http://10.0.0.1/')).join('\n'),
    /^address failed Endpoint: "10.0.0.1" is in the console's internal network.*CONSOLE_ALLOWED_TARGETS$/,
  )
})

test('the first unreachable broker of several is reported', async () => {
  const receiver = await startReceiver()
  const brokers = `${new URL(receiver.url).host},127.0.0.1:1`
  const steps = await testConnection(outbound, serviceOf('kafka')!, { brokers })
  assert.equal(
    steps.map(({ step, outcome }) => `${step} ${outcome}`),
    ['address passed', 'connection failed'],
  )
  assert.match(steps[1]?.detail ?? '', /Brokers: 127.0.0.1:1/)
})
