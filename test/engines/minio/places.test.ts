import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertOutside, hostsIn } from '../../../engines/minio/places.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'

const refusal = async (key: string, value: string, allowed: readonly string[] = []) => {
  const error = await assertOutside(
    createOutbound({
      allowed,
      resolve: async (host) =>
        host === 'inside.example' ? [{ address: '10.1.2.3', family: 4 }] : Promise.reject(new Error('unknown')),
    }),
    key,
    hostsIn(key, value),
  ).then(
    () => undefined,
    (reason: Error) => reason,
  )
  return error?.message
}

test('every way in which a setting names a host is seen through', () => {
  const seen: [string, string, string[]][] = [
    ['endpoint', 'https://hooks.example:8443/in?x=1', ['hooks.example:8443']],
    ['endpoints', 'http://a:2379, http://b:2379', ['a:2379', 'b:2379']],
    ['brokers', 'k1:9092,k2:9092', ['k1:9092', 'k2:9092']],
    ['url', 'amqp://me:pass@word@rabbit:5672/vhost', ['rabbit:5672']],
    ['broker', 'tcp://mqtt:1883', ['mqtt:1883']],
    ['address', '[::1]:6379', ['[::1]:6379']],
    ['nsqd_address', 'nsqd:4150', ['nsqd:4150']],
    ['server_addr', 'ldap.example:636', ['ldap.example:636']],
    ['config_url', 'https://id.example/.well-known/openid-configuration', ['id.example']],
    [
      'connection_string',
      "host=db1,db2 hostaddr=10.0.0.1 password='host=x' dbname=events",
      ['db1', 'db2', '10.0.0.1', 'x'],
    ],
    ['connection_string', 'postgres://me:secret@db:5432/events?sslmode=disable', ['db:5432']],
    ['connection_string', 'host=/var/run/postgresql dbname=events', []],
    ['dsn_string', 'me:secret@tcp(db:3306)/events', ['db:3306']],
    ['comment', 'http://10.0.0.1/', []],
  ]
  for (const [key, value, hosts] of seen) assert.equal(hostsIn(key, value), hosts, `${key} ${value}`)
})

test('a host in a network that the console keeps closed is refused by its field, however it is written', async () => {
  for (const value of [
    'http://10.0.0.1/',
    'http://127.1/',
    'https://0x7f000001:http/',
    'http://[::ffff:10.0.0.1]/',
    'http://inside.example/',
    'http://user@169.254.169.254/',
  ])
    assert.match((await refusal('endpoint', value)) ?? '', /^endpoint: .*own network/, value)
  assert.match((await refusal('address', '::1')) ?? '', /^address: /)
  assert.match((await refusal('brokers', 'k1.example:9092,192.168.1.1:9092')) ?? '', /^brokers: "192.168.1.1"/)
  assert.match((await refusal('dsn_string', 'me:secret@tcp(10.0.0.1:3306)/events')) ?? '', /^dsn_string: /)
  assert.match((await refusal('connection_string', 'host=10.0.0.1 password=secret')) ?? '', /^connection_string: /)
  assert.not.match((await refusal('connection_string', 'host=10.0.0.1 password=secret')) ?? '', /secret/)
})

test('what is listed, lies outside, or only the storage server knows is its matter', async () => {
  assert.is(await refusal('endpoint', 'http://10.0.0.1/', ['10.0.0.0/8']), undefined)
  assert.is(await refusal('endpoint', 'http://inside.example/', ['inside.example']), undefined)
  assert.is(await refusal('endpoint', 'http://8.8.8.8/'), undefined)
  assert.is(await refusal('brokers', 'kafka.only-there:9092'), undefined)
})

test.run()
