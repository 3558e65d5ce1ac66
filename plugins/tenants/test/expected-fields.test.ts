import { assert, suite } from '../../../test/lib/suite.ts'
import { operator4Shape, operator5Shape, operator7Shape } from './plan-tenant.ts'
import { planOf } from '../kubernetes/create/plan.ts'
import type { Shape } from '../kubernetes/create/shape.ts'
import { answerCases, ldap, requestFor } from './wizard-answers.ts'
import { expectedFields } from './expected-fields.ts'

const test = suite('expected fields of a new tenant')

const shapes: Record<string, Shape> = { 'of 4': operator4Shape, 'of 5': operator5Shape, 'of 7': operator7Shape }
const resourcesOf = (answers: object, shape: Shape) =>
  planOf(requestFor(answers, { logSearch: shape.log, prometheus: shape.prometheus }), shape)

for (const [operator, shape] of Object.entries(shapes))
  for (const [name, answers] of Object.entries(answerCases))
    test(`with ${name} each field is written where operator ${operator} reads it`, () => {
      const { secrets, tenant } = resourcesOf(answers, shape)
      // a separate test covers the empty secret that only operators of generation 4 require
      for (const [field, is, expected] of expectedFields[name]?.({
        tenant,
        secrets: secrets.filter(({ metadata }) => metadata.name !== 'harbour-secret'),
      }) ?? [])
        assert.equal(is, expected, field)
    })

const records = {
  configure: {
    ...{
      log: true,
      log_class: 'slow',
      log_size: 20,
      log_user: 1,
      log_group: 2,
      log_fs: 3,
      log_nonroot: true,
      postgres_user: 4,
      postgres_group: 5,
      postgres_fs: 6,
      postgres_nonroot: false,
    },
    ...{
      prometheus: true,
      prometheus_class: 'cold',
      prometheus_size: 9,
      prometheus_user: 7,
      prometheus_group: 8,
      prometheus_fs: 9,
      prometheus_nonroot: true,
    },
  },
  images: {
    log_search: 'minio/logsearchapi:v1',
    postgres: 'library/postgres:13',
    postgres_init: 'library/busybox:1',
    prometheus: 'prom/prometheus:v2',
    prometheus_sidecar: 'project/sidecar:1',
    prometheus_init: 'library/busybox:2',
  },
}

test('log search and Prometheus are configured for an operator of generation 4 and ignored by a later one', () => {
  const spec = (shape: Shape | undefined, answers: object = records) =>
    shape ? (resourcesOf(answers, shape).tenant.spec as Record<string, unknown>) : {}
  assert.equal(spec(shapes['of 4']).log, {
    image: 'minio/logsearchapi:v1',
    securityContext: { runAsUser: 1, runAsGroup: 2, fsGroup: 3, runAsNonRoot: true },
    audit: { diskCapacityGB: 10 },
    db: {
      image: 'library/postgres:13',
      initimage: 'library/busybox:1',
      securityContext: { runAsUser: 4, runAsGroup: 5, fsGroup: 6, runAsNonRoot: false },
      volumeClaimTemplate: {
        metadata: { name: 'harbour-log' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '20Gi' } },
          storageClassName: 'slow',
        },
      },
    },
  })
  assert.equal(spec(shapes['of 4']).prometheus, {
    ...{
      image: 'prom/prometheus:v2',
      sidecarimage: 'project/sidecar:1',
      initimage: 'library/busybox:2',
      diskCapacityGB: 9,
      storageClassName: 'cold',
    },
    securityContext: { runAsUser: 7, runAsGroup: 8, fsGroup: 9, runAsNonRoot: true },
  })
  assert.equal(
    spec(shapes['of 4'], {}).prometheus,
    { diskCapacityGB: 5, storageClassName: 'fast' },
    'what nobody chose lies where the first pool does',
  )
  for (const later of ['of 5', 'of 7'])
    assert.equal([spec(shapes[later]).log, spec(shapes[later]).prometheus], [undefined, undefined])
})

test('legacy names of directory settings are written only for an operator of generation 4', () => {
  const identity = {
    ...ldap,
    lookup_bind_dn: '',
    username_format: 'uid=%s',
    username_search_filter: '(cn=%s)',
    group_name_attribute: 'cn',
  }
  const text = (answers: object, shape: Shape | undefined) => {
    if (!shape) return ''
    const data = resourcesOf(answers, shape).secrets.find(
      ({ metadata }) => metadata.name === 'harbour-env-configuration',
    )?.data as Record<string, string>
    return Buffer.from(data['config.env'] ?? '', 'base64').toString()
  }
  for (const name of ['USERNAME_FORMAT="uid=%s"', 'USERNAME_SEARCH_FILTER="(cn=%s)"', 'GROUP_NAME_ATTRIBUTE="cn"']) {
    assert.match(text({ identity }, shapes['of 4']), `MINIO_IDENTITY_LDAP_${name}`)
    assert.not.match(text({ identity: { ...identity, lookup_bind_dn: 'cn=reader' } }, shapes['of 7']), name)
  }
  assert.throws(() => text({ identity }, shapes['of 7']), /lookup_bind_dn: Field cannot be empty/)
})
