import { assert, test } from '../lib/suite.ts'
import { assertReachable, parseAddress } from '../../engines/outbound/destinations.ts'
import { createOutbound } from '../../engines/outbound/outbound.ts'

const refusal = async (key: string, value: string, allowed: readonly string[] = []) => {
  const error = await assertReachable(
    createOutbound({
      allowed,
      resolve: async (host) => {
        if (host === 'localhost') return [{ address: '127.0.0.1', family: 4 }]
        if (host === 'inside.example') return [{ address: '10.1.2.3', family: 4 }]
        throw new Error('unknown')
      },
    }),
    key,
    value,
  ).then(
    () => undefined,
    (reason: Error) => reason,
  )
  return error?.message
}

const hostsIn = (key: string, value: string) =>
  parseAddress(key, value).destinations.map(({ host, port }) => (port === undefined ? host : `${host}:${port}`))

test('a host is found in every form of a setting', () => {
  const cases: [string, string, string[]][] = [
    ['endpoint', 'https://hooks.example:8443/in?x=1', ['hooks.example:8443']],
    ['endpoint', 'https://hooks.example/in,http://x', ['hooks.example']],
    ['endpoints', 'http://a:2379, http://b:2379', ['a:2379', 'b:2379']],
    ['brokers', 'k1:9092,k2:9092', ['k1:9092', 'k2:9092']],
    ['url', 'amqp://me:pass@word@rabbit:5672/vhost', ['rabbit:5672']],
    ['broker', 'tcp://mqtt:1883', ['mqtt:1883']],
    ['address', '[::1]:6379', ['[::1]:6379']],
    ['nsqd_address', 'nsqd:4150', ['nsqd:4150']],
    ['server_addr', 'ldap.example:636', ['ldap.example:636']],
    ['config_url', 'https://id.example/.well-known/openid-configuration', ['id.example']],
    ['connection_string', "host=db1,db2 hostaddr=10.0.0.1 password='host=x' dbname=e", ['db1', 'db2', '10.0.0.1']],
    ['connection_string', 'postgres://me:secret@db:5432/events?sslmode=disable', ['db:5432']],
    ['connection_string', 'postgres://me:secret@db1:1,db2:2/events', ['db1:1', 'db2:2']],
    ['dsn_string', 'me:secret@tcp(db:3306)/events', ['db:3306']],
    ['comment', 'http://10.0.0.1/', []],
  ]
  for (const [key, value, hosts] of cases) assert.equal(hostsIn(key, value), hosts, `${key} ${value}`)
})

test('a driver connects to the local machine if a connection names no host, or a socket', () => {
  const cases: [string, string][] = [
    ['connection_string', 'user=me dbname=events'],
    ['connection_string', 'HOST=db.example dbname=events'],
    ['connection_string', 'host=/var/run/postgresql dbname=events'],
    ['connection_string', 'password= host=db.example'],
    ['connection_string', 'postgres:///events'],
    ['dsn_string', 'me:secret@/events'],
    ['url', 'amqp:///'],
    ['address', ':6379'],
  ]
  for (const [key, value] of cases) assert.match(hostsIn(key, value).join(), /^localhost/, `${key} ${value}`)
})

test('the normalized value the guard checked is sent', () => {
  const cases: [string, string, string][] = [
    ['endpoint', 'https://hooks.example/in?x=1#y', 'https://hooks.example/in?x=1#y'],
    ['endpoint', 'HTTP://Hooks.Example', 'http://hooks.example'],
    ['endpoint', 'http://0x7f.1:9000/', 'http://127.0.0.1:9000/'],
    ['endpoint', 'http://münchen.example/ä', 'http://xn--mnchen-3ya.example/%C3%A4'],
    ['url', 'amqp://me:p@ss^@rabbit/v', 'amqp://me:p%40ss%5E@rabbit/v'],
    ['brokers', 'a:1, B', 'a:1,b'],
    ['connection_string', "host=db password='a b'", "host=db password='a b'"],
    ['dsn_string', 'me:p@ss@tcp(db:3306)/events?parseTime=true', 'me:p@ss@tcp(db:3306)/events?parseTime=true'],
    ['comment', ' any text\\', ' any text\\'],
  ]
  for (const [key, typed, sent] of cases) assert.is(parseAddress(key, typed).text, sent, `${key} ${typed}`)
})

test('an address that Go and URL parsers read differently is refused with its field', () => {
  const cases: [string, string][] = [
    ['endpoint', 'http://receiver:/x'],
    ['endpoint', 'http://receiver:65536/x'],
    ['endpoint', 'http://receiver:http/x'],
    ['endpoint', 'http:///receiver/x'],
    ['endpoint', 'http:/receiver/x'],
    ['endpoint', 'http://receiver\\@10.0.0.1/x'],
    ['endpoint', 'http://rec eiver/x'],
    ['endpoint', 'http://receiver/x y'],
    ['endpoint', 'http://[::1/x'],
    ['endpoint', 'http://rec%65iver/x'],
    ['endpoint', 'receiver/x'],
    ['url', 'amqp://me:p%zz@rabbit/'],
    ['address', '::1'],
    ['broker', 'tcp://mqtt:'],
    ['connection_string', 'host=db\\ x'],
    ['connection_string', "host='db"],
    ['connection_string', 'host'],
    ['dsn_string', 'me@tcp(db)/a?b=u@tcp(127.0.0.1)/d'],
    ['dsn_string', 'me@tcp(db'],
  ]
  for (const [key, value] of cases)
    assert.throws(() => parseAddress(key, value), new RegExp(`^Unreached: ${key}: |^Error: ${key}: |^${key}: `), value)
})

test('a host in a closed network is refused with its field, in every notation', async () => {
  for (const value of [
    'http://10.0.0.1/',
    'http://127.1/',
    'https://0x7f000001:80/',
    'http://[::ffff:10.0.0.1]/',
    'http://inside.example/',
    'http://user@169.254.169.254/',
  ])
    assert.match((await refusal('endpoint', value)) ?? '', /^endpoint: .*internal network/, value)
  assert.match((await refusal('brokers', 'k1.example:9092,192.168.1.1:9092')) ?? '', /^brokers: "192.168.1.1"/)
  assert.match((await refusal('dsn_string', 'me:secret@tcp(10.0.0.1:3306)/events')) ?? '', /^dsn_string: /)
  assert.match((await refusal('dsn_string', 'me:secret@/events')) ?? '', /^dsn_string: "localhost" /)
  for (const text of [
    'host=10.0.0.1 password=secret',
    'password=secret',
    'HOST=8.8.8.8 password=secret',
    'postgres://u:secret@8.8.8.8/d?host=127.0.0.1',
    'postgres://u:secret@8.8.8.8/d?hostaddr=127.0.0.1',
  ]) {
    const message = (await refusal('connection_string', text)) ?? ''
    assert.match(message, /^connection_string: .*internal network/, text)
    assert.not.match(message, /secret/)
  }
})

test('a host that is allowed, public, or known only to the storage server passes', async () => {
  assert.is(await refusal('endpoint', 'http://10.0.0.1/', ['10.0.0.0/8']), undefined)
  assert.is(await refusal('endpoint', 'http://inside.example/', ['inside.example']), undefined)
  assert.is(await refusal('endpoint', 'http://8.8.8.8/'), undefined)
  assert.is(await refusal('brokers', 'kafka.only-there:9092'), undefined)
  assert.is(await refusal('dsn_string', 'me@/events', ['127.0.0.1']), undefined)
})
