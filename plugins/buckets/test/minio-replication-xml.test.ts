import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import {
  changeReplicationRule,
  readReplicationRule,
  replicationRulesIn,
  withReplicationRules,
  writeReplicationRule,
} from '../minio/replication-xml.ts'
import { NewReplication, ReplicationChange } from '../replication.ts'

const arn = 'arn:minio:replication::id:copy'

const newRule = (more: object = {}) =>
  v.parse(NewReplication, {
    accessKey: 'some-key',
    secretKey: 'some-secret',
    targetURL: 'https://storage.example.com',
    bucketsRelation: [{ originBucket: 'docs', destinationBucket: 'copy' }],
    ...more,
  })

const foreign = `<?xml version="1.0"?>
<ReplicationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><!-- by hand --><Role></Role>
  <Rule><ID>one &amp; only</ID> <Priority>4</Priority><Status>Enabled</Status>
    <Filter><And><Prefix>a/</Prefix><Tag><Key>k</Key><Value>v &amp; w</Value></Tag></And></Filter>
    <Destination><Bucket>${arn}</Bucket><Account>123</Account></Destination>
    <SourceSelectionCriteria><SseKmsEncryptedObjects><Status>Enabled</Status></SseKmsEncryptedObjects></SourceSelectionCriteria>
  </Rule>
</ReplicationConfiguration>`

const change = (body: v.InferInput<typeof ReplicationChange>) =>
  withReplicationRules(foreign, () => ({
    each: ({ text }) => changeReplicationRule(text, v.parse(ReplicationChange, body)),
  }))

test('a rule is read with its tags, and its unknown elements are named', () => {
  const [one] = replicationRulesIn(foreign)
  assert.equal(one?.rule, {
    id: 'one & only',
    status: 'Enabled',
    priority: 4,
    prefix: 'a/',
    tags: 'k=v%20%26%20w',
    destination: { bucket: arn },
    delete_marker_replication: false,
    deletes_replication: false,
    metadata_replication: false,
    existing_objects: false,
    storageClass: '',
    unknown: ['Account', 'SseKmsEncryptedObjects'],
  })
})

test('an edit changes elements in place and leaves the rest byte for byte', () => {
  assert.is(
    change({ status: 'Disabled' }),
    foreign.replace('<Priority>4</Priority><Status>Enabled', '<Priority>4</Priority><Status>Disabled'),
  )
  assert.is(change({ prefix: 'a/', tags: 'k=v%20%26%20w', priority: 4, status: 'Enabled' }), foreign)
  assert.match(
    change({ prefix: 'b/' }),
    /<Filter><And><Prefix>b\/<\/Prefix><Tag><Key>k<\/Key><Value>v &#38; w<\/Value><\/Tag><\/And><\/Filter>/,
  )
  assert.match(change({ tags: '' }), /<Filter><Prefix>a\/<\/Prefix><\/Filter>/)
  assert.match(
    change({ replicateMetadata: true }),
    /<SseKmsEncryptedObjects>.*<\/SseKmsEncryptedObjects><ReplicaModifications><Status>Enabled<\/Status><\/ReplicaModifications>/,
  )
})

test('a new rule is added after the others and reads back as requested', () => {
  const xml = withReplicationRules(foreign, () => ({
    more: writeReplicationRule(newRule({ prefix: 'x<y', tags: 'a=b', replicateDeletes: true }), arn, 5),
  }))
  assert.ok(xml.includes('<!-- by hand -->') && xml.includes('<Account>123</Account>'))
  const [, two] = replicationRulesIn(xml)
  assert.equal(
    [
      two?.rule.prefix,
      two?.rule.tags,
      two?.rule.priority,
      two?.rule.deletes_replication,
      two?.rule.existing_objects,
      two?.rule.delete_marker_replication,
      two?.rule.unknown,
    ],
    ['x<y', 'a=b', 5, true, true, false, []],
  )
})

test('a rule with a legacy prefix gets a filter when the prefix changes', () => {
  const old = `<Rule><ID>1</ID><Status>Enabled</Status><Prefix>a/</Prefix><Destination><Bucket>x</Bucket></Destination></Rule>`
  assert.is(readReplicationRule(old).prefix, 'a/')
  assert.is(
    changeReplicationRule(old, { prefix: 'b/' }),
    '<Rule><ID>1</ID><Status>Enabled</Status><Destination><Bucket>x</Bucket></Destination><Filter><Prefix>b/</Prefix></Filter></Rule>',
  )
  assert.is(readReplicationRule(old, arn).destination.bucket, arn)
})

test('an invalid request is refused with the field', () => {
  const problem = (more: object) => {
    const { issues } = v.safeParse(NewReplication, { ...newRule({}), tags: '', ...more }, { abortPipeEarly: true })
    return issues && `${v.getDotPath(issues[0])}: ${issues[0].message}`
  }
  assert.is(problem({ accessKey: 'ab' }), 'accessKey: An access key has at least 3 characters')
  assert.is(problem({ secretKey: 'short' }), 'secretKey: A secret key has at least 8 characters')
  for (const bad of ['storage.example.com', 'ftp://host', 'https://host/path', 'https://user:password@host'])
    assert.is(
      problem({ targetURL: bad }),
      'targetURL: Enter a target URL such as https://host:9000, without a path',
      bad,
    )
  assert.match(problem({ bandwidth: 1000 }) ?? '', /^bandwidth: Enter at least 95\.4 MiB/)
  assert.is(problem({ healthCheckPeriod: 0 }), 'healthCheckPeriod: Enter at least 1 second')
  assert.is(problem({ bucketsRelation: [] }), 'bucketsRelation: Name at least one bucket')
  assert.match(
    problem({ tags: 'a=b', replicateDeleteMarkers: true }) ?? '',
    /^replicateDeleteMarkers: Delete markers have no tags/,
  )
})
