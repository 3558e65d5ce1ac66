import type { AuditEvent } from '../lib/audit-event.ts'
import { Failure } from '../../core/protocol/failure.ts'
import type { Background } from '../../core/protocol/serve.ts'
import { type Credentials, type Engine, type Log, type Origin, silentLog } from '../engine.ts'
import { createSharedInstances } from '../lib/shared-instances.ts'
import { createFeed } from '../feed.ts'
import type { KeyValueStore } from '../lib/key-value-store.ts'
import { openOnce } from '../lib/open-once.ts'
import { createOutbound, type Outbound } from '../outbound/outbound.ts'
import { StartError } from '../start-error.ts'
import { callerOf, type Signer } from './caller.ts'
import { numberOf } from './configuration.ts'
import { createConcurrencyGate } from './concurrency-gate.ts'
import { type EmbeddedBackgroundContext, type EmbeddedAdapterContext, features } from './adapter-context.ts'
import { startDelivery } from './delivery.ts'
import { createReopenable } from './reopenable-store.ts'
import { createLogTap } from './log-tap.ts'
import { createSecrets, newKeyPair, type Secrets } from './secrets.ts'
import { beginSession, endSession, endSessions, sessionOf, sweepSessions } from './sessions.ts'
import { type Index, getByName, startErrorOf } from './store/database.ts'
import { folderAt } from './store/folder.ts'
import type { ObjectEvent } from './store/records.ts'
import { openStore, type Store } from './store/store.ts'
import { mapErrors } from './map-errors.ts'
import { createCallCounters } from './call-counters.ts'
import { isS3Call, traceCalls } from './trace-calls.ts'
import { createTracer } from './tracer.ts'
import {
  accountHasNoPermissions,
  encryptedObjectsUnusable,
  expiredSessionsNotRemoved,
  rootNameTaken,
} from './messages.ts'

type KeyPair = { accessKey: string; secretKey: string }

/**
 * An engine with its data in a local folder. `generatedRoot` is the root key pair that the first start generates if
 * none is configured.
 */
export type EmbeddedEngine = Engine & { readonly generatedRoot: KeyPair | undefined }

/** Interval of the session sweep, in ms. */
const SWEEP_INTERVAL = 60 * 60 * 1000

/**
 * Stores the root key pair and, if it changed, ends sessions of the previous one. Without a given key pair the stored
 * one is used, or a new one generated.
 */
const claimRoot = async (
  index: Index,
  secrets: Secrets,
  configured: KeyPair | undefined,
): Promise<KeyPair | undefined> => {
  const before = index.root.get('root')
  if (!configured && before) return undefined
  const keyPair = configured ?? newKeyPair()
  if (getByName(index.users, keyPair.accessKey) ?? getByName(index.accounts, keyPair.accessKey)) {
    throw new StartError(rootNameTaken(keyPair.accessKey))
  }
  if (before?.accessKey === keyPair.accessKey && (await secrets.verify(keyPair.secretKey, before.secret)))
    return undefined
  const secret = await secrets.hash(keyPair.secretKey)
  await index.write(() => {
    void index.root.put('root', { accessKey: keyPair.accessKey, secret })
    if (before) endSessions(index, before.accessKey)
  })
  return configured ? undefined : keyPair
}

/** A key-value store inside the index, so that backups of the data folder contain it. */
const keyValueStoreOf = ({ pluginData, writeAnyway }: Index): KeyValueStore => ({
  isDurable: true,
  read: async (name) => pluginData.get(name),
  write: (name, text) => writeAnyway(() => void pluginData.put(name, text)),
})

/** Warns if encrypted objects cannot be used. A folder that never had a key is not searched for them. */
const warnOfKey = async ({ index, vault }: Store, log: Log) => {
  if (!index.counters.get('encryption key') && (await vault.isKeyMissing())) return
  // a full disk is reported by the next upload
  const problem = await vault.findKeyProblem().catch(() => undefined)
  if (problem !== undefined) log.warn({}, encryptedObjectsUnusable(problem))
}

type Work = (context: EmbeddedBackgroundContext) => Background

/**
 * Opens the embedded engine on a data folder, which it creates or migrates if needed. Throws `StartError` if the folder
 * has a later format or other content, is not writable, or is in use.
 */
export const createEmbeddedEngine = async ({
  folder,
  root,
  secrets = createSecrets(),
  version,
  clock = Date.now,
  log: baseLog = silentLog,
  lockTimeout,
  shareUrl,
  outbound = createOutbound(),
  certificateEnds,
}: {
  folder: string
  root?: KeyPair | undefined
  secrets?: Secrets
  /** Version of the console, which this engine reports as the server's. */
  version?: string
  /** Clock of background work, in ms since 1970. */
  clock?: () => number
  log?: Log
  /** How long to wait for another process to release the folder, in ms. */
  lockTimeout?: number
  /** Public address of the console, for share links. */
  shareUrl?: URL | undefined
  /** Client for user-supplied addresses; by default private networks are refused. */
  outbound?: Outbound
  /** Expiry of the console's certificate, in ms since 1970. */
  certificateEnds?: number | undefined
}): Promise<EmbeddedEngine> => {
  const { log, listen: listenToLog } = createLogTap(baseLog)
  const tracer = createTracer()
  const objectEvents = createFeed<ObjectEvent>()
  const auditEvents = createFeed<AuditEvent>()
  const sharedInstances = createSharedInstances()
  const callCounters = createCallCounters()

  /** background work of all plugins, started for every opened store */
  const backgroundWork: Work[] = []

  const open = async () => {
    const store = await openStore(folder, { log, lockTimeout, migrates: true })
    store.index.onObjectEvent(objectEvents.publish)
    try {
      const generated = await claimRoot(store.index, secrets, root)
      await sweepSessions(store.index)
      await warnOfKey(store, log)
      const running: Background[] = []
      const startWork = (work: Work) =>
        void running.push(
          work({
            ...store,
            deliver: (deliveries, pause) => startDelivery({ ...store, outbound, clock, log }, deliveries, pause),
            keyValueStore: keyValueStoreOf(store.index),
            clock,
            log,
            listenToLog,
            tracer,
            callCounters,
            outbound,
            sharedInstances,
            folder,
            auditEvents,
            version,
            certificateEnds,
          }),
        )
      for (const work of backgroundWork) startWork(work)
      const close = async () => {
        await Promise.all(running.map(({ stop }) => stop()))
        await store.close()
      }
      const added = () => running.flatMap((work) => work.features ?? [])
      return { ...store, generatedRoot: generated, begin: startWork, added, close }
    } catch (error) {
      await store.close()
      throw await startErrorOf(error, folderAt(folder))
    }
  }

  const store = await createReopenable(open, log)
  const gate = createConcurrencyGate(() =>
    store.isOpen() ? numberOf(store.current().index, 'api', 'requests_max') : 0,
  )

  const openParts = (): Store => {
    const { index, blobs, vault } = store.current()
    return { index, blobs, vault }
  }
  const authenticateAs = (signer: Signer, origin: Origin | undefined, by: 'session' | 'link') => ({
    ...openParts(),
    caller: callerOf(openParts().index, signer, origin, by),
  })
  const authenticate = (credentials: Credentials, origin: Origin | undefined) =>
    authenticateAs(sessionOf(openParts().index, credentials), origin, 'session')

  /** Context of one request. `onSigner` learns who was authenticated. */
  const contextOf = (
    credentials: Credentials,
    origin: Origin | undefined,
    onSigner: (signer: Signer) => void,
  ): EmbeddedAdapterContext => ({
    authenticate: () => {
      const context = authenticate(credentials, origin)
      onSigner(context.caller.signer)
      return context
    },
    store: openParts,
    authenticateLink: (signer) => {
      const context = authenticateAs(signer, origin, 'link')
      onSigner(signer)
      return context
    },
    secrets,
    tracer,
    objectEvents,
    folder,
    version,
    shareUrl,
    outbound,
    sharedInstances,
  })

  const timer = setInterval(() => {
    if (store.isOpen())
      sweepSessions(store.current().index).catch((error: unknown) =>
        log.warn({ err: error }, expiredSessionsNotRemoved),
      )
  }, SWEEP_INTERVAL).unref()

  return {
    name: 'embedded',
    address: '',
    auditEvents,
    generatedRoot: store.first.generatedRoot,
    login: async (keyPair) => beginSession(store.current().index, secrets, keyPair),
    logout: async (credentials) => endSession(store.current().index, credentials),

    account: async (credentials, origin) => {
      const { account, permissions, documents, hasNoPolicies, isRoot } = authenticate(credentials, origin).caller
      if (credentials.rights !== 'none' && hasNoPolicies)
        throw new Failure(401, 'invalid session', { detail: accountHasNoPermissions(account) })
      return {
        name: account,
        features: [...features, ...store.current().added()],
        permissions,
        documents,
        ...(hasNoPolicies && { rights: 'none' }),
        ...(isRoot && { password: 'operator' }),
      }
    },

    open: openOnce(async ({ id, adapters }, values) => {
      const adapter = await adapters?.embedded?.()
      if (!adapter) return undefined
      const { default: portOf, background, calls } = adapter
      if (background) {
        const work = (context: EmbeddedBackgroundContext) => background(context, values)
        backgroundWork.push(work)
        if (store.isOpen()) store.current().begin(work)
      }
      return (credentials, origin) => {
        let signer: Signer | undefined
        const context = contextOf(credentials, origin, (authenticated) => {
          signer = authenticated
        })
        const port = mapErrors(portOf(context, values), folder)
        if (!calls) return port
        return traceCalls(
          gate(port, (method) => isS3Call(calls, method)),
          {
            id,
            calls,
            tracer,
            callCounters,
            client: origin?.address ?? '',
            account: () => signer?.account ?? credentials.account,
            accessKey: () => signer?.key ?? signer?.account ?? '',
            request: origin?.request ?? '',
          },
        )
      }
    }),

    restart: async (credentials) => {
      const { caller, index } = authenticate(credentials, undefined)
      caller.assert('admin:ServiceRestart')
      await index.assertFolderExists()
      await store.restart()
    },

    ready: async () => (await store.waitUntilOpen()).index.assertFolderExists(),

    close: async () => {
      clearInterval(timer)
      await store.close()
    },
  }
}
