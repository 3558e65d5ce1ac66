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
  list: { ask: {} },
  listIn: { ask: { params: { namespace: 'default' } } },
  changes: { ask: {} },
  create: { ask: { query: { dryRun: 'yes' }, body: tenant }, more: [{ body: tenant }] },
  clone: {
    ask: { params, body: { name: 'sample-new', namespace: 'kube-public' } },
    done: 'conformance/tenant-clone.test.ts',
  },
  cleanUp: { ask: { params, body: { uids: ['no-uid'] } } },
  remains: { ask: { params } },
  template: { ask: { params }, done: 'conformance/tenant-create.test.ts' },
  addPool: {
    ask: { params: { namespace: 'default', tenant: 'sample-new' }, body: pool },
    done: 'tenant-create: a pool is added',
  },
  createNamespace: { ask: { body: { name: 'sample-new' } } },
  quota: { ask: { params: { namespace: 'default', name: 'default-storagequota' } } },
  memory: { ask: { query: { num_nodes: '4' } }, done: 'tenant-create: memory is that of the nodes' },
  parity: { ask: { params: { nodes: '4', disks: '1' } } },
  labels: { ask: {} },
  offers: { ask: {} },
  settings: { ask: { params }, done },
  tenant: { ask: { params }, done },
  secrets: { ask: { params }, done: 'conformance/tenant-changes.test.ts' },
  remove: { ask: { params, body: {} }, done },
  update: { ask: { params, body: { image: 'minio/minio:latest' } }, done },
  usage: { ask: { params }, done },
  driveFaults: { ask: { params }, done },
  yaml: { ask: { params }, done },
  setYaml: { ask: { params, body: { yaml: 'kind: Tenant' } }, done },
  pods: { ask: { params } },
  podLog: { ask: { params: pod }, done },
  removePod: { ask: { params: pod }, done },
  podEvents: { ask: { params: pod }, done },
  volumes: { ask: { params } },
  log: { ask: { query: pod } },
  partChanges: { ask: { query: params } },
  health: { ask: {} },
  timeline: { ask: { params }, done },
  security: { ask: { params }, done: certificates },
  setSecurity: { ask: { params, body: { autoCert: false } }, done: certificates },
} satisfies Samples<
  typeof tenants &
    typeof comparing &
    typeof creating &
    typeof details &
    typeof health &
    typeof security &
    typeof timeline
>
