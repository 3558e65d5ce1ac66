import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { speaksTls } from '../kubernetes/hop/adapter.ts'
import { readConfigEnv } from '../../../engines/kubernetes/config-env.ts'
import { changed } from '../pages/apply-change.ts'
import { fullOf, versionOf } from '../pages/tenant-text.ts'

test('a configuration is parsed as the server does: no escapes, one pair of quotes', () => {
  const file =
    '# a comment\r\n\nexport MINIO_ROOT_USER="root"\nMINIO_ROOT_PASSWORD=\'a "quoted" = one\'\n export  A=b\\n\nexport EMPTY=\nno line\nexport HALF="open\n'
  assert.equal(
    [...readConfigEnv(file)],
    [
      ['MINIO_ROOT_USER', 'root'],
      ['MINIO_ROOT_PASSWORD', 'a "quoted" = one'],
      ['A', 'b\\n'],
      ['EMPTY', ''],
      ['HALF', '"open'],
    ],
  )
})

test('a tenant uses TLS unless it is turned off or the tenant has its own certificate', () => {
  const of = (spec: object) => speaksTls({ metadata: { name: 'a' }, spec })
  assert.equal(
    [
      of({}),
      of({ requestAutoCert: true }),
      of({ requestAutoCert: false }),
      of({ requestAutoCert: false, externalCertSecret: [{ name: 'own' }] }),
      of({ requestAutoCert: false, externalCertSecret: null }),
    ],
    [true, true, false, true, false],
  )
})

test('an update of a list sets, adds or removes one tenant, or replaces all of them', () => {
  const tenant = (name: string, state = '') => ({
    name,
    namespace: 'ns',
    pool_count: 0,
    instance_count: 0,
    volume_count: 0,
    total_size: 0,
    creation_date: '',
    currentState: state,
    image: '',
  })
  const list = [tenant('a'), tenant('b')]
  assert.equal(pluck(changed(list, { kind: 'set', tenant: tenant('b', 'new') }), 'currentState'), ['', 'new'])
  assert.equal(pluck(changed(list, { kind: 'set', tenant: tenant('c') }), 'name'), ['a', 'b', 'c'])
  assert.equal(pluck(changed(list, { kind: 'deleted', tenant: { name: 'a', namespace: 'ns' } }), 'name'), ['b'])
  assert.equal(changed(list, { kind: 'deleted', tenant: { name: 'a', namespace: 'other' } }).length, 2)
  assert.equal(changed(list, { kind: 'all', tenants: [] }), [])
})

test('a version is the date of a release, or the tag unchanged', () => {
  assert.equal(
    [
      'quay.io/minio/minio:RELEASE.2026-11-04T10-00-00Z',
      'host:5000/minio:edge',
      'minio',
      'host:5000/minio',
      'minio:RELEASE.2026-11-04T10-00-00Z@sha256:aa',
    ].map(versionOf),
    ['2026-11-04', 'edge', '', '', '2026-11-04'],
  )
  assert.equal(
    [fullOf({ used: 5, usable: 10 }), fullOf({ used: 5, usable: 0 }), fullOf({ used: 20, usable: 10 }), fullOf({})],
    [0.5, undefined, 1, undefined],
  )
})
