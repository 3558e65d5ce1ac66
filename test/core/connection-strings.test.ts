import { assert, test } from '../lib/suite.ts'
import { connectionStrings } from '../../core/protocol/connection-strings.ts'
import { MASK, maskSecrets, restoreSecrets } from '../../core/protocol/mask-secrets.ts'

const { postgres, mysql } = connectionStrings

const parts = {
  host: 'pg',
  port: '5432',
  dbname: 'events',
  user: 'me',
  password: "it's a\\secret",
  sslmode: 'verify-full',
}

test('a Postgres connection string with any values is parsed and rebuilt without loss', () => {
  const text = postgres.compose(parts, '')
  assert.is(text, "host=pg dbname=events user=me password='it\\'s a\\\\secret' port=5432 sslmode=verify-full")
  assert.equal(postgres.parse(text), parts)
})

test('unknown parameters stay in the string, and empty parts are omitted', () => {
  const before = 'host=old connect_timeout=10 password=x'
  assert.is(
    postgres.compose({ ...parts, password: '', sslmode: '', port: '' }, before),
    'host=pg connect_timeout=10 dbname=events user=me',
  )
  assert.is(
    mysql.compose({ ...parts, password: 'p' }, 'a:b@tcp(c:1)/d?parseTime=true'),
    'me:p@tcp(pg:5432)/events?parseTime=true',
  )
})

test('unchanged parts of a connection string keep their text and place', () => {
  const before = "user='me'  connect_timeout=10 host = old\tdbname=events password='' port=1 port=5432"
  const stored = postgres.parse(before)!
  assert.is(postgres.compose(stored, before), before)
  assert.is(postgres.compose({ ...stored, host: 'a b' }, before), before.replace('host = old', "host='a b'"))
  assert.is(
    postgres.compose({ ...stored, user: '', port: '', sslmode: 'require' }, before),
    "connect_timeout=10 host = old\tdbname=events password='' sslmode=require",
  )
})

test('a URL has no separate fields and is edited as text', () => {
  assert.is(postgres.parse('postgres://me:secret@pg/events'), undefined)
  assert.is(mysql.parse('no connection'), undefined)
})

test('a MySQL connection string is parsed and rebuilt without loss', () => {
  const text = 'me:p@ss:word@tcp(db:3306)/events'
  assert.equal(mysql.parse(text), {
    host: 'db',
    port: '3306',
    dbname: 'events',
    user: 'me',
    password: 'p@ss:word',
    sslmode: '',
  })
  assert.is(mysql.compose(mysql.parse(text)!, text), text)
})

test('a secret within a value is masked, and restored on saving', () => {
  const secrets = {
    'host=pg user=me password=secret port=5': `host=pg user=me password=${MASK} port=5`,
    "password='a secret'": `password=${MASK}`,
    'postgres://me:secret@pg/events': `postgres://me:${MASK}@pg/events`,
    'me:se@cret@tcp(db:3306)/events': `me:${MASK}@tcp(db:3306)/events`,
    'amqp://me:secret@rabbit:5672': `amqp://me:${MASK}@rabbit:5672`,
    'nats://a:one@x:1,nats://b:two@y:2': `nats://a:${MASK}@x:1,nats://b:${MASK}@y:2`,
  }
  for (const [value, displayed] of Object.entries(secrets)) {
    assert.is(maskSecrets(value), displayed)
    assert.is(restoreSecrets(displayed, value), value)
    assert.is(restoreSecrets(displayed, ''), undefined)
    assert.is(restoreSecrets(value, 'anything'), value)
  }
  for (const plain of ['http://hooks.example/s3', 'redis:6379', 'tcp://mqtt:1883', ''])
    assert.is(maskSecrets(plain), plain)
})

test('a changed host or user keeps the masked secret', () => {
  assert.is(
    restoreSecrets(`host=new user=me password=${MASK}`, 'host=old password=secret'),
    'host=new user=me password=secret',
  )
})
