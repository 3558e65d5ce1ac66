import { constants } from 'node:fs'
import { access, lstat, readlink, stat, statfs } from 'node:fs/promises'
import { lookup } from 'node:dns/promises'
import { dirname } from 'node:path'
import type { Failure } from '../../core/protocol/failure.ts'
import { diagnoseFormat } from '../../engines/diagnosis.ts'
import { checkKey } from '../../engines/embedded/store/encryption-key.ts'
import { FORMAT, statedFormat } from '../../engines/embedded/store/format.ts'
import { FORMAT as CONSOLE_FORMAT, statedFormat as statedConsoleFormat } from '../../engines/lib/key-value-store.ts'
import { linkTargetMissing } from '../../engines/messages.ts'
import { StartError } from '../../engines/start-error.ts'
import { expiryOf, type TlsKeyPair } from '../certificates.ts'
import { readCluster } from '../cluster.ts'
import type { IdentityProvider, KeyPair } from '../config-storage.ts'
import type { TenantPorts } from '../origins.ts'
import { provideEngine } from '../plugin-modules.ts'
import { unexpectedlyOff } from '../plugins.ts'
import type { Setup } from '../setup.ts'
import { type Check, failed, ok, skipped, warning } from './check.ts'
import { checkConnection, SOON } from './check-connection.ts'
import {
  ownCertificateExpired,
  ownCertificateExpires,
  renewOwnCertificate,
  keysNotUsed,
  operatorModeGuide,
  pluginOff,
  pluginOffGuide,
  reportDefect,
  unexpectedProblem,
  chooseStorage,
  correctSetting,
  onlyPublicTargets,
  idpUrlIsDiscoveryAddress,
  freeSpace,
  encryptionKeyRight,
  restoreEncryptionKey,
  chooseOtherFolder,
  stopConsoleOrChoosePorts,
} from '../messages.ts'

const GIBIBYTE = 1024 ** 3

/** The nearest entry that exists at or above a path: a folder, a file, or a link, whose target may be missing. */
const existing = async (path: string): Promise<string> =>
  (await lstat(path).catch(() => undefined)) || path === dirname(path) ? path : existing(dirname(path))

/** Whether the embedded engine can use encrypted objects, if there are any. */
async function* checkEncryptionKey(path: string): AsyncGenerator<Check> {
  const result = await checkKey({ path })
  if (result === 'right') yield ok('Encryption key', encryptionKeyRight)
  if (typeof result === 'object') yield failed('Encryption key', result.problem, restoreEncryptionKey)
}

/** Formats of what the engine and the console store in a folder; plugins check theirs. */
async function* checkFormats(folder: string): AsyncGenerator<Check> {
  const embedded = await statedFormat(folder)
  if (embedded) yield diagnoseFormat('objects and accounts', embedded.from ?? embedded.version, FORMAT)
  if (embedded) yield* checkEncryptionKey(folder)
  const console = statedConsoleFormat(folder)
  if (console !== undefined) yield diagnoseFormat('console data', console, CONSOLE_FORMAT)
}

async function* checkFolder(folder: string): AsyncGenerator<Check> {
  const at = await existing(folder)
  const status = await stat(at).catch(() => undefined)
  if (!status) {
    yield failed('Data folder', linkTargetMissing(at, await readlink(at)), chooseOtherFolder)
    return
  }
  const writable = await access(at, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!status.isDirectory() || !writable) {
    yield failed('Data folder', `${at} cannot be written`, chooseOtherFolder)
    return
  }
  const isNew = at !== folder
  const isUsed = (await statedFormat(folder)) !== undefined || statedConsoleFormat(folder) !== undefined
  yield ok('Data folder', isUsed ? `${folder} has data` : `${folder} ${isNew ? 'will be created' : 'has no data yet'}`)
  if (!isNew) yield* checkFormats(folder)
  const { bavail, bsize } = await statfs(at)
  const free = (bavail * bsize) / GIBIBYTE
  const message = `${free.toFixed(1)} GiB are free`
  yield free < 1 ? warning('Disk', message, freeSpace) : ok('Disk', message)
}

const checkProvider = async (settings: IdentityProvider, authorities: string[] | undefined): Promise<Check> => {
  const { createSso } = await import('../sso.ts')
  try {
    await createSso({ settings, authorities }).begin(new URL('http://127.0.0.1/'))
    return ok('Identity provider', `${settings.url.host} answers`)
  } catch (error) {
    const { message, detail } = error as Failure
    return failed('Identity provider', [message, detail].filter(Boolean).join(': '), idpUrlIsDiscoveryAddress)
  }
}

/** Names in the list of allowed targets that no DNS server knows. */
const checkTargets = async (targets: readonly string[]): Promise<Check> => {
  const names = targets.filter((target) => /[a-z]/i.test(target) && !/[*/:]/.test(target))
  const unknown: string[] = []
  for (const name of names) await lookup(name).catch(() => unknown.push(name))
  if (unknown.length > 0)
    return warning('Allowed targets', `There is no host ${unknown.join(', ')}`, 'Correct CONSOLE_ALLOWED_TARGETS')
  return targets.length > 0 ? ok('Allowed targets', targets.join(', ')) : skipped('Allowed targets', onlyPublicTargets)
}

/** Whether the console's own certificate is valid for some time. */
const checkCertificate = (tls: TlsKeyPair): Check => {
  const ends = expiryOf(tls)
  const date = new Date(ends).toISOString().slice(0, 10)
  if (ends <= Date.now()) return failed('Certificate', ownCertificateExpired(date), renewOwnCertificate)
  return ends - Date.now() < SOON
    ? warning('Certificate', ownCertificateExpires(date), renewOwnCertificate)
    : ok('Certificate', ownCertificateExpires(date))
}

const checkTenantPorts = async (ports: TenantPorts): Promise<Check> => {
  const { blockedPorts } = await import('../tenant-ports.ts')
  const [first, ...others] = await blockedPorts(ports)
  const all = `${ports.hostname}:${ports.first}-${ports.last}`
  if (first === undefined) return ok('Tenant ports', `${all} can be opened`)
  const rest = others.length > 0 ? ` (and ${others.length} more)` : ''
  return warning('Tenant ports', first + rest, stopConsoleOrChoosePorts)
}

/** Checks the plugins, what their variables refer to, and the data that they store. */
async function* checkPlugins(
  { config, installed, values }: Setup,
  engine: 'embedded' | 'minio',
): AsyncGenerator<Check> {
  const { outboundTo } = await import('../../engines/outbound/outbound.ts')
  await provideEngine(engine)
  const context = { outboundTo: (url: URL) => outboundTo(url, config.authorities), folder: config.storage.folder }
  for (const { id, server, problem } of installed) {
    const adapter = problem ? undefined : await server?.adapters?.[engine]?.()
    if (adapter?.diagnose) yield* adapter.diagnose(context, values.get(id) ?? {})
  }
}

async function* checkStorage(setup: Setup, keyPair: KeyPair | undefined): AsyncGenerator<Check> {
  const { storage, authorities, origins } = setup.config
  if (keyPair && (storage.engine === 'embedded' || storage.engine === 'kubernetes')) yield skipped('Keys', keysNotUsed)
  if (storage.engine === 'minio') {
    const { checkStorageServer } = await import('./storage-server.ts')
    const { url, region, idp } = storage
    yield* checkStorageServer({ url, region, ca: authorities, keyPair })
    yield idp ? await checkProvider(idp, authorities) : skipped('Identity provider', 'CONSOLE_IDP_URL is not set')
    yield* checkPlugins(setup, 'minio')
    if (storage.folder !== undefined) yield* checkFolder(storage.folder)
    return
  }
  if (storage.engine === 's3') {
    const { checkS3Server } = await import('./s3-server.ts')
    yield* checkS3Server({ ...storage, ca: authorities, keyPair })
  }
  if (storage.engine === 'kubernetes' && storage.cluster !== 'demonstration') {
    const { url, ca } = readCluster(storage.cluster)
    yield* checkConnection(url, ca ?? authorities, 'CONSOLE_KUBE_CA')
    if (storage.idp) yield await checkProvider(storage.idp, authorities)
  }
  if (origins?.ports) yield await checkTenantPorts(origins.ports)
  if (storage.folder !== undefined) yield* checkFolder(storage.folder)
  if (storage.engine === 'embedded') yield* checkPlugins(setup, 'embedded')
}

/** Reports what ended a check; `fix` corrects the configuration, and `check` names what had an unexpected error. */
const problemOf = (error: unknown, check: string, fix: string) =>
  error instanceof StartError
    ? failed('Configuration', error.message, fix)
    : failed(check, unexpectedProblem(error instanceof Error ? error.message : String(error)), reportDefect)

/** A configuration, and warnings about the storage that it names. */
type Detected = { setup: Setup; detected: readonly string[] }

/** Checks a configuration and everything that it refers to. `read` parses it and throws `StartError`. */
export async function* diagnose(read: () => Promise<Detected>, keyPair: KeyPair | undefined): AsyncGenerator<Check> {
  let setup: Setup
  let detected: readonly string[]
  try {
    ;({ setup, detected } = await read())
  } catch (error) {
    yield problemOf(error, 'Configuration', 'docs/configuration.md describes all settings')
    return
  }
  const { config, notices } = setup
  yield ok('Configuration', `Engine: ${config.storage.engine}`)
  if (config.tls) yield checkCertificate(config.tls)
  for (const notice of notices) yield warning('Configuration', notice, correctSetting)
  for (const { id, problem } of unexpectedlyOff(setup.installed, config.plugins.only))
    yield warning('Plugins', pluginOff(id, problem), pluginOffGuide)
  for (const message of detected) yield warning('Storage', message, chooseStorage)
  try {
    yield* checkStorage(setup, keyPair)
  } catch (error) {
    yield problemOf(error, 'Storage', operatorModeGuide)
  }
  yield await checkTargets(config.allowedTargets)
}
