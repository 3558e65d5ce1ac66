import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createEmbeddedEngine } from '../../engines/embedded/engine.ts'
import type { Engine } from '../../engines/engine.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { createLog } from '../../server/log.ts'
import { serverKey, ticketKey } from '../../server/seal.ts'
import { createServerTickets } from '../../server/server-tickets.ts'
import { createDispatcher } from '../../server/server-dispatch.ts'
import { dist } from '../lib/dist.ts'
import { quickSecrets } from '../lib/secrets.ts'
import { hostOn } from './host.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'

/** Root account of both storages. */
export const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
const names = ['prod', 'backup'] as const
const key = randomBytes(32)
/** Two consoles on embedded engines behind one HTTP server, below `/console`. */
export const startSeveralConsoles = async () => {
  /** Names of servers that do not answer. */
  const down = new Set<string>()
  const tickets = createServerTickets(ticketKey(key))
  const folder = temporaryFolder('several')
  const stopping = { requested: false }
  const all = names.map((name) => ({ name, path: `/console/${name}`, address: `${name}.example.com` }))
  const opened = await Promise.all(
    all.map(async ({ name, path }) => {
      const engine = await createEmbeddedEngine({ folder: join(folder, name), root, secrets: quickSecrets() })
      const ready: Engine['ready'] = async () => {
        if (down.has(name)) throw new Failure(503, 'down')
      }
      const url = `http://${name}.example.com`
      const config = {
        subpath: path,
        assets: '/console',
        dist,
        servers: { current: name, all },
        key: serverKey(key, { name, url }),
        tickets: { all: tickets, server: name },
        stopping,
      }
      const { app } = await hostOn({ ...engine, ready }, root, { config })
      return { name, path, app, engine }
    }),
  )
  const app = await createDispatcher(opened, {
    subpath: '/console',
    tls: undefined,
    trustedProxies: [],
    log: createLog('silent'),
    stopping,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    for (const { engine } of opened) await engine.close()
  }
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, stopping, down, close }
}

export type SeveralConsoles = Awaited<ReturnType<typeof startSeveralConsoles>>
