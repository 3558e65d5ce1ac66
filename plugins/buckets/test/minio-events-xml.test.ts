import { assert, test } from '../../../test/lib/suite.ts'
import { subscriptionsIn, withSubscriptions } from '../s3/events-xml.ts'

const other = `<QueueConfiguration><Id>by &lt;hand&gt;</Id>
  <Queue>arn:minio:sqs::a:kafka</Queue><Event>s3:Replication:*</Event><Event>s3:ObjectCreated:Put</Event><Event>s3:ObjectRemoved:*</Event>
  <Filter><S3Key><FilterRule><Name>Prefix</Name><Value>a &amp; b/</Value></FilterRule></S3Key></Filter><!-- kept --><Unknown x="1"/></QueueConfiguration>`
const consoleRules =
  '<QueueConfiguration><Id>mine</Id><Queue>arn:minio:sqs::b:webhook</Queue><Event>s3:ObjectAccessed:*</Event></QueueConfiguration>'
const xml = `<?xml version="1.0"?>\n<NotificationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\n ${other}\n ${consoleRules}<Strange/>\n</NotificationConfiguration>\n`

test('subscriptions are read in document order, and events without a label keep their names', () => {
  assert.equal(subscriptionsIn(xml), [
    {
      id: 'by <hand>',
      arn: 'arn:minio:sqs::a:kafka',
      events: ['s3:Replication:*', 's3:ObjectCreated:Put', 'delete'],
      prefix: 'a & b/',
      suffix: '',
    },
    { id: 'mine', arn: 'arn:minio:sqs::b:webhook', events: ['get'], prefix: '', suffix: '' },
  ])
  for (const empty of ['', '<NotificationConfiguration/>', '<NotificationConfiguration></NotificationConfiguration>'])
    assert.equal(subscriptionsIn(empty), [])
})

test('elements that are not removed stay byte for byte, including unknown ones', () => {
  assert.is(
    withSubscriptions(xml, ({ id }) => id !== 'mine'),
    xml.replace(consoleRules, ''),
  )
  assert.is(
    withSubscriptions(xml, ({ id }) => id === 'mine'),
    xml.replace(other, ''),
  )
  assert.is(
    withSubscriptions(xml, () => true),
    xml,
  )
})

test('a new subscription is added last, in S3 terms', () => {
  const added = { id: 'new', arn: 'arn:minio:sqs::c:webhook', events: ['put', 'get'], prefix: 'ü/', suffix: '<.x' }
  const written =
    '<QueueConfiguration><Id>new</Id><Queue>arn:minio:sqs::c:webhook</Queue><Event>s3:ObjectCreated:*</Event><Event>s3:ObjectAccessed:*</Event>' +
    '<Filter><S3Key><FilterRule><Name>prefix</Name><Value>ü/</Value></FilterRule><FilterRule><Name>suffix</Name><Value>&#60;.x</Value></FilterRule></S3Key></Filter></QueueConfiguration>'
  assert.is(
    withSubscriptions(xml, () => true, added),
    xml.replace('<Strange/>\n', `<Strange/>\n${written}`),
  )
  const first = withSubscriptions('', () => true, { ...added, prefix: '', suffix: '' })
  assert.equal(subscriptionsIn(first), [{ ...added, prefix: '', suffix: '' }])
  assert.match(first, /^<NotificationConfiguration xmlns="[^"]*"><QueueConfiguration>/)
})
