import type { Act } from '../../core/act.ts'
import { Failure } from '../../core/failure.ts'
import type { Background } from '../../core/serve.ts'
import { type Credentials, type Engine, type Log, type Origin, silent } from '../engine.ts'
import { type AuditPlace, usualPlace } from '../audit/place.ts'
import { createCommon } from '../common.ts'
import { createFeed } from '../feed.ts'
import type { Keep } from '../keep.ts'
import { type LicensePlace, usualLicense } from '../license.ts'
import { openedOnce } from '../opened-once.ts'
import { createOutbound, type Outbound } from '../outbound/outbound.ts'
import { StartError } from '../start-error.ts'
import { callerOf, type Signer } from './caller.ts'
import { numberOf } from './configuration.ts'
import { createGate } from './gate.ts'
import { type EmbeddedGround, type EmbeddedKit, features } from './kit.ts'
import { keepOpen } from './keep-open.ts'
import { overheard } from './overheard.ts'
import { createSecrets, newKeyPair, type Secrets } from './secrets.ts'
import { beginSession, endSession, endSessions, sessionOf, sweepSessions } from './sessions.ts'
import { type Index, lookUp, startErrorOf } from './store/database.ts'
import { folderAt } from './store/folder.ts'
import type { Happening } from './store/records.ts'
import { openStore, type Store } from './store/store.ts'
import { inWords } from './in-words.ts'
import { createTallies } from './tallies.ts'
import { traced } from './traced.ts'
import { createTracer } from './tracer.ts'

type Pair = { accessKey: string; secretKey: string }

/** An engine with its data in a folder of this machine. `made` is the root pair that a first start without one made. */
export type EmbeddedEngine = Engine & { readonly made: Pair | undefined }

/** How often sessions that are over are removed, in ms. */
const SWEEP = 60 * 60 * 1000

/**
 * Keeps the root pair, ending the sessions of another one before it. Without one the kept one stays, or one is made.
 */
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

/** Keeps in the index, so that it is in every copy of the data folder. */
const keepOf = ({ kept, writeAnyway }: Index): Keep => ({
  lasting: true,
  read: async (name) => kept.get(name),
  write: (name, text) => writeAnyway(() => void kept.put(name, text)),
})

type Work = (ground: EmbeddedGround) => Background

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
  log: given = silent,
  patience,
  shareUrl,
  outbound = createOutbound(),
  certificateEnds,
  history = 'on',
  audit = usualPlace,
  license = usualLicense,
}: {
  folder: string
  root?: Pair | undefined
  secrets?: Secrets
  /** Of this console, which is the server's here. */
  version?: string
  /** What work in the background goes by, in ms since 1970. */
  clock?: () => number
  log?: Log
  /** How long to wait for whoever has the folder, in ms. */
  patience?: number
  /** Where others reach the console, for links. */
  shareUrl?: URL | undefined
  /** The way to hosts that people name; without it none of the console's own network. */
  outbound?: Outbound
  /** When the console's own certificate ends, in ms since 1970. */
  certificateEnds?: number | undefined
  /** Whether the past of the storage's figures is kept. */
  history?: 'on' | 'off'
  /** Where audit records go to. */
  audit?: AuditPlace
  license?: LicensePlace
}): Promise<EmbeddedEngine> => {
  const { log, listen: listenToLog } = overheard(given)
  const tracer = createTracer()
  const happenings = createFeed<Happening>()
  const acts = createFeed<Act>()
  const common = createCommon()
  const tallies = createTallies()

  /** What goes on in the background of every store that is opened, in the order of the plugins. */
  const works: Work[] = []

  const open = async () => {
    const store = await openStore(folder, { log, patience })
    store.index.hear(happenings.publish)
    try {
      const made = await claimRoot(store.index, secrets, root)
      await sweepSessions(store.index)
      const running: Background[] = []
      const begin = (work: Work) =>
        void running.push(
          work({
            ...store,
            keep: keepOf(store.index),
            clock,
            log,
            listenToLog,
            tracer,
            tallies,
            outbound,
            common,
            folder,
            history,
            audit,
            acts,
            version,
            certificateEnds,
          }),
        )
      for (const work of works) begin(work)
      const close = async () => {
        await Promise.all(running.map(({ stop }) => stop()))
        await store.close()
      }
      return { ...store, made, begin, close }
    } catch (error) {
      await store.close()
      throw await startErrorOf(error, folderAt(folder))
    }
  }

  const store = await keepOpen(open, log)
  const gate = createGate(() => (store.isOpen() ? numberOf(store.now().index, 'api', 'requests_max') : 0))

  const parts = (): Store => {
    const { index, blobs, vault } = store.now()
    return { index, blobs, vault }
  }
  const enterAs = (signer: Signer, origin: Origin | undefined, by: 'session' | 'link') => ({
    ...parts(),
    caller: callerOf(parts().index, signer, origin, by),
  })
  const enter = (credentials: Credentials, origin: Origin | undefined) =>
    enterAs(sessionOf(parts().index, credentials), origin, 'session')

  const kitOf = (credentials: Credentials, origin: Origin | undefined): EmbeddedKit => ({
    enter: () => enter(credentials, origin),
    store: parts,
    enterByLink: (signer) => enterAs(signer, origin, 'link'),
    secrets,
    tracer,
    happenings,
    folder,
    version,
    shareUrl,
    license,
    outbound,
    common,
  })

  const timer = setInterval(() => {
    if (store.isOpen())
      sweepSessions(store.now().index).catch((error: unknown) =>
        log.warn({ err: error }, 'sessions that are over could not be removed'),
      )
  }, SWEEP).unref()

  return {
    name: 'embedded',
    address: '',
    acts,
    made: store.first.made,
    login: async (pair) => beginSession(store.now().index, secrets, pair),
    logout: async (credentials) => endSession(store.now().index, credentials),

    account: async (credentials, origin) => {
      const { account, permissions, documents, isPowerless, isRoot } = enter(credentials, origin).caller
      if (credentials.rights !== 'none' && isPowerless)
        throw new Failure(401, 'invalid session', { detail: `${account} has no rights any more` })
      return {
        name: account,
        features,
        permissions,
        documents,
        ...(isPowerless && { rights: 'none' }),
        ...(isRoot && { password: 'operator' }),
      }
    },

    open: openedOnce(async ({ id, adapters }) => {
      const adapter = await adapters?.embedded?.()
      if (!adapter) return undefined
      const { default: portOf, background, calls } = adapter
      if (background) {
        works.push(background)
        if (store.isOpen()) store.now().begin(background)
      }
      return (credentials, origin) => {
        const port = inWords(portOf(kitOf(credentials, origin)), folder)
        const limited = calls?.family.startsWith('s3') ? gate(port) : port
        return calls
          ? traced(limited, {
              id,
              calls,
              tracer,
              tallies,
              client: origin?.address ?? '',
              account: credentials.account,
              request: origin?.request ?? '',
            })
          : port
      }
    }),

    restart: async (credentials) => {
      const { caller, index } = enter(credentials, undefined)
      caller.assert('admin:ServiceRestart')
      await index.assertThere()
      await store.restart()
    },

    ready: async () => (await store.soon()).index.assertThere(),

    close: async () => {
      clearInterval(timer)
      await store.close()
    },
  }
}
