import type { comparing } from '../compare/contract.ts'
import type { creating } from '../create/contract.ts'
import type { details } from '../details/contract.ts'
import type { health } from '../health/contract.ts'
import type { tenants } from '../contract.ts'
import type { timeline } from '../timeline/contract.ts'
import type { security } from '../security/contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

const pool = { servers: 4, volumes_per_server: 1, volume_configuration: { size: 1073741824 } }
const tenant = { name: 'sample-new', namespace: 'kube-public', pools: [{ ...pool, name: 'pool-0' }] }
const params = { namespace: 'default', tenant: 'no-tenant' }
const pod = { ...params, pod: 'no-pod' }
// these calls need an existing tenant
const done = 'conformance/tenant-details.test.ts'
const certificates = 'test/conformance/operator-security.test.ts'

export default {
  list: { request: {} },
  listIn: { request: { params: { namespace: 'default' } } },
  changes: { request: {} },
  create: { request: { query: { dryRun: 'yes' }, body: tenant }, more: [{ body: tenant }] },
  clone: {
    request: { params, body: { name: 'sample-new', namespace: 'kube-public' } },
    done: 'conformance/tenant-clone.test.ts',
  },
  cleanUp: { request: { params, body: { uids: ['no-uid'] } } },
  remains: { request: { params } },
  template: { request: { params }, done: 'conformance/tenant-create.test.ts' },
  addPool: {
    request: { params: { namespace: 'default', tenant: 'sample-new' }, body: pool },
    done: 'tenant-create: a pool is added',
  },
  createNamespace: { request: { body: { name: 'sample-new' } } },
  quota: { request: { params: { namespace: 'default', name: 'default-storagequota' } } },
  memory: { request: { query: { num_nodes: '4' } }, done: 'tenant-create: memory is that of the nodes' },
  parity: { request: { params: { nodes: '4', disks: '1' } } },
  labels: { request: {} },
  offers: { request: {} },
  settings: { request: { params }, done },
  tenant: { request: { params }, done },
  secrets: { request: { params }, done: 'conformance/tenant-changes.test.ts' },
  remove: { request: { params, body: {} }, done },
  update: { request: { params, body: { image: 'minio/minio:latest' } }, done },
  usage: { request: { params }, done },
  driveFaults: { request: { params }, done },
  yaml: { request: { params }, done },
  setYaml: { request: { params, body: { yaml: 'kind: Tenant' } }, done },
  pods: { request: { params } },
  podLog: { request: { params: pod }, done },
  removePod: { request: { params: pod }, done },
  podEvents: { request: { params: pod }, done },
  volumes: { request: { params } },
  log: { request: { query: pod } },
  partChanges: { request: { query: params } },
  health: { request: {} },
  expirations: { request: { params }, done: 'conformance/tenants.test.ts' },
  timeline: { request: { params }, done },
  security: { request: { params }, done: certificates },
  setSecurity: { request: { params, body: { autoCert: false } }, done: certificates },
} satisfies Samples<
  typeof tenants &
    typeof comparing &
    typeof creating &
    typeof details &
    typeof health &
    typeof security &
    typeof timeline
>
