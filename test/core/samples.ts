import type { core, live } from '../../core/protocol/calls.ts'
import type { Samples } from '../lib/samples.ts'

export default {
  session: { ask: {} },
  strategy: { ask: {} },
  login: { ask: { body: { accessKey: 'sample-new', secretKey: 'a-wrong-secret' } } },
  loginOperator: { ask: { body: { jwt: 'x' } } },
  loginOauth: { ask: { body: { code: 'x', state: 'x' } } },
  logout: { ask: {}, over: 'may' },
  hasPermission: {
    ask: { body: { actions: [{ id: 'a', action: 's3:GetObject', bucket_name: 'sample-bucket', object: 'x' }] } },
  },
  granted: { ask: {} },
  guest: { ask: { body: { path: '/api/proxy/sample/sample' } }, done: 'server/proxied-consoles.test.ts' },
  restart: { ask: {}, done: 'engines/embedded/engine.test.ts and engines/minio/engine.test.ts' },
  openapi: { ask: {} },
  live: { ask: {} },
} satisfies Samples<typeof core & { live: typeof live.session }>
