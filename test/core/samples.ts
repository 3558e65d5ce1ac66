import type { core, coreFeeds } from '../../core/protocol/calls.ts'
import type { Samples } from '../lib/samples.ts'

export default {
  session: { request: {} },
  strategy: { request: {} },
  login: { request: { body: { accessKey: 'sample-new', secretKey: 'a-wrong-secret' } } },
  loginOperator: { request: { body: { jwt: 'x' } } },
  loginOauth: { request: { body: { code: 'x', state: 'x' } } },
  logout: { request: {}, over: 'may' },
  hasPermission: {
    request: { body: { actions: [{ id: 'a', action: 's3:GetObject', bucket_name: 'sample-bucket', object: 'x' }] } },
  },
  granted: { request: {} },
  server: { request: {} },
  serverTicket: { request: {}, done: 'server/copies-between-servers.test.ts' },
  proxiedConsole: { request: { body: { path: '/api/proxy/sample/sample' } }, done: 'server/proxied-consoles.test.ts' },
  restart: { request: {}, done: 'engines/embedded/engine.test.ts and engines/minio/engine.test.ts' },
  openapi: { request: {} },
  live: { request: {} },
} satisfies Samples<typeof core & { live: typeof coreFeeds.session }>
