import { Failure } from '../../core/failure.ts'
import { StartError } from '../start-error.ts'
import type { Backend, Credentials, Engine, Origin } from '../engine.ts'
import { createBuckets } from '../../plugins/buckets/embedded/adapter.ts'
import { callerOf } from './caller.ts'
import { createDashboard } from '../../plugins/dashboard/embedded.ts'
import { keepSweeping } from '../../plugins/buckets/embedded/expiry.ts'
import { createIdentity } from '../../plugins/identity/embedded/adapter.ts'
import { createObjects } from '../../plugins/object-browser/embedded/adapter.ts'
import { createPolicies } from '../../plugins/policies/embedded.ts'
import { createSecrets, newKeyPair, type Secrets } from './secrets.ts'
import { beginSession, endSession, endSessions, sessionOf, sweepSessions } from './sessions.ts'
import { type Index, lookUp } from './store/database.ts'
import { openStore } from './store/store.ts'
import { createTrace } from '../../plugins/trace/embedded.ts'
import { traced } from './traced.ts'
import { createTracer } from './tracer.ts'

type Pair = { accessKey: string; secretKey: string }

/** An engine with its data in a folder of this machine. `made` is the root pair that a first start without one made. */
export type EmbeddedEngine = Engine & { readonly made: Pair | undefined }

/** How often sessions that are over and objects that have expired are removed, in ms. */
const SWEEP = 60 * 60 * 1000

/** Keeps the root pair, ending the sessions of another one before it. Without one the kept one stays, or one is made. */
const claimRoot = async (index: Index, secrets: Secrets, given: Pair | undefined): Promise<Pair | undefined> => {
  const before = index.root.get('root')
  if (!given && before) return undefined
  const pair = given ?? newKeyPair()
  if (lookUp(index.users, pair.accessKey) ?? lookUp(index.accounts, pair.accessKey)) {
    throw new StartError(`The root user cannot be called "${pair.accessKey}", since a user of the storage is`)
  }
  if (before?.accessKey === pair.accessKey && (await secrets.fits(pair.secretKey, before.secret))) return undefined
  const secret = await secrets.hash(pair.secretKey)
  await index.write(() => {
    void index.root.put('root', { accessKey: pair.accessKey, secret })
    if (before) endSessions(index, before.accessKey)
  })
  return given ? undefined : pair
}

/**
 * Opens the embedded engine on a data folder, which it makes where there is none. Throws `StartError` for a folder of
 * another version or of something else, one that cannot be written, and one that another process has open.
 */
export const createEmbeddedEngine = async ({
  folder,
  root,
  secrets = createSecrets(),
  version,
  clock = Date.now,
}: {
  folder: string
  root?: Pair | undefined
  secrets?: Secrets
  /** Of this console, which is the server's here. */
  version?: string
  /** What lifecycle rules go by, in ms since 1970. */
  clock?: () => number
}): Promise<EmbeddedEngine> => {
  const open = async () => {
    const opened = await openStore(folder)
    try {
      const made = await claimRoot(opened.index, secrets, root)
      await sweepSessions(opened.index)
      const expiry = keepSweeping(opened, clock)
      const close = async () => {
        await expiry.stop()
        await opened.close()
      }
      return { ...opened, made, expiry, close }
    } catch (error) {
      await opened.close()
      throw error
    }
  }

  const tracer = createTracer()
  const first = await open()
  let store: typeof first | undefined = first

  const opened = () => {
    if (!store) throw new Failure(503, 'The storage is restarting')
    return store
  }

  const enter = (credentials: Credentials, origin: Origin | undefined) => {
    const { index, blobs, vault } = opened()
    return { index, blobs, vault, caller: callerOf(index, sessionOf(index, credentials), origin) }
  }

  const backendOf = (credentials: Credentials, origin?: Origin): Backend => {
    const context = { enter: () => enter(credentials, origin), secrets }
    const ports = {
      identity: createIdentity(context),
      policies: createPolicies(context),
      buckets: createBuckets(context),
      'object-browser': createObjects(context),
      dashboard: createDashboard(context, { folder, version }),
    }
    return { ...traced(ports, tracer, origin?.address ?? ''), trace: createTrace(context, tracer) }
  }

  const timer = setInterval(() => {
    if (!store) return
    sweepSessions(store.index).catch(() => undefined)
    store.expiry.again()
  }, SWEEP).unref()

  const close = async () => {
    const closing = store
    store = undefined
    await closing?.close()
  }

  return {
    address: '',
    made: first.made,
    login: async (pair) => beginSession(opened().index, secrets, pair),
    logout: async (credentials) => endSession(opened().index, credentials),

    account: async (credentials, origin) => {
      const { account, permissions, isPowerless } = enter(credentials, origin).caller
      if (credentials.rights !== 'none' && isPowerless) throw new Failure(401, 'invalid session', `${account} has no rights any more`)
      // what the screens ask this for, versioning, locks and quotas, this engine has
      return { name: account, distributed: true, permissions }
    },

    as: backendOf,

    restart: async (credentials) => {
      const { caller, index } = enter(credentials, undefined)
      caller.assert('admin:ServiceRestart')
      await index.assertThere()
      await close()
      store = await open()
    },

    ready: async () => opened().index.assertThere(),

    close: async () => {
      clearInterval(timer)
      await close()
    },
  }
}
