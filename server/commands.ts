import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { CheckReport } from '../engines/embedded/check.ts'
import { StartError } from '../engines/start-error.ts'
import { pluginFolderOf } from './config.ts'
import { dist, readVersion } from './dist.ts'
import type { Check } from './doctor/check.ts'
import {
  accessKeyEmpty,
  keysNotInBackup,
  backupDone,
  backupFolderRequired,
  checkSummary,
  orphanedBlobs,
  notDecryptedInCheck,
  checkedBySizeOnly,
  usage,
} from './messages.ts'

type Print = (text: string) => void
type Environment = Readonly<Record<string, string | undefined>>

/** Maximum number of problems printed; the rest is only counted. */
const MAX_PROBLEMS = 1000

/** Flags of the commands. */
export const options = {
  data: { type: 'string' },
  accept: { type: 'boolean' },
  'with-key': { type: 'boolean' },
  'without-key': { type: 'boolean' },
  'certs-dir': { type: 'string' },
  json: { type: 'boolean' },
  'access-key': { type: 'string' },
  'secret-key-file': { type: 'string' },
  server: { type: 'string' },
} as const

const read = (args: string[], allowed: readonly (keyof typeof options)[], names: number) => {
  const parse = () => {
    try {
      return parseArgs({ args, options, strict: true, allowPositionals: true })
    } catch (error) {
      throw new StartError(`${(error as Error).message.replace(/\.? To specify.*$/s, '')}; see --help`)
    }
  }
  const { values, positionals } = parse()
  const unsupported = Object.keys(values).find((flag) => !allowed.some((name) => name === flag))
  if (unsupported) throw new StartError(`--${unsupported} is not a flag of this command; see --help`)
  if (positionals.length > names) throw new StartError(`unexpected argument "${positionals[names]}"; see --help`)
  return { values, positionals }
}

const folderOf = (data: string | undefined, environment: Environment) =>
  resolve(data ?? (environment.CONSOLE_DATA || 'data'))

const amount = (count: number, of: string) => `${count} ${of}${count === 1 ? '' : 's'}`

const summary = (
  { buckets, versions, bytes, withoutChecksums, sealed, orphans, problems }: CheckReport,
  { folder, withoutKey }: { folder: string; withoutKey: boolean },
) => [
  ...problems.slice(0, MAX_PROBLEMS),
  ...(problems.length > MAX_PROBLEMS ? [`… and ${problems.length - MAX_PROBLEMS} more`] : []),
  ...(withoutChecksums > 0 ? [checkedBySizeOnly(amount(withoutChecksums, 'version'))] : []),
  ...(sealed > 0 ? [notDecryptedInCheck(amount(sealed, 'encrypted version'), withoutKey)] : []),
  ...(orphans > 0 ? [orphanedBlobs(amount(orphans, 'file'))] : []),
  checkSummary(
    folder,
    amount(buckets, 'bucket'),
    amount(versions, 'version'),
    amount(bytes, 'byte'),
    amount(problems.length, 'problem'),
  ),
]

/** One line: status, name, message, and what to do. */
const checkLine = ({ check, status, message, fix }: Check) =>
  `${status.padEnd(8)} ${check}: ${message}${fix ? `. ${fix}` : ''}`

type Command = (args: string[], environment: Environment, print: Print) => Promise<number>

const check: Command = async (args, environment, print) => {
  const { values } = read(args, ['data', 'accept', 'without-key'], 0)
  const folder = folderOf(values.data, environment)
  const { acceptFolder, checkFolder } = await import('../engines/embedded/check.ts')
  if (values.accept) await acceptFolder(folder)
  const findings = await checkFolder(folder)
  const withoutKey = values['without-key'] ?? false
  for (const line of summary(findings, { folder, withoutKey })) print(line)
  const isKeyMissed = findings.sealed > 0 && !withoutKey
  return findings.problems.length > 0 || isKeyMissed ? 1 : 0
}

const backup: Command = async (args, environment, print) => {
  const { values, positionals } = read(args, ['data', 'with-key'], 1)
  const [target] = positionals
  if (!target) throw new StartError(backupFolderRequired)
  const { backUp } = await import('../engines/embedded/backup.ts')
  const { blobs, keysLeftOut } = await backUp(folderOf(values.data, environment), target, {
    withKey: values['with-key'] ?? false,
  })
  print(backupDone(target, amount(blobs, 'file')))
  if (keysLeftOut.length > 0) print(keysNotInBackup(keysLeftOut.join(', ')))
  return 0
}

const plugin: Command = async (args, environment, say) => {
  const { values, positionals } = read(args, ['data'], 3)
  const folder = pluginFolderOf(environment.CONSOLE_PLUGIN_DIR, folderOf(values.data, environment))
  const { pluginCommand } = await import('./plugin-command.ts')
  const builtIn = join(dist, 'plugins')
  await pluginCommand(positionals, { folder: folder ?? '', builtIn, version: readVersion() }, say)
  return 0
}

const readSecret = (file: string) => {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new StartError(`--secret-key-file names "${file}", which cannot be read (${(error as Error).message})`)
  }
}

const doctor: Command = async (args, environment, print) => {
  const { values } = read(args, ['data', 'certs-dir', 'json', 'access-key', 'secret-key-file', 'server'], 0)
  const { 'access-key': accessKey, 'secret-key-file': file } = values
  if ((accessKey === undefined) !== (file === undefined))
    throw new StartError('use --access-key and --secret-key-file together')
  if (accessKey === '') throw new StartError(accessKeyEmpty)
  const keyPair = accessKey === undefined || file === undefined ? undefined : { accessKey, secretKey: readSecret(file) }
  const { diagnoseServers } = await import('./doctor/diagnose-servers.ts')
  const flags = {
    ...(values.data && { data: values.data }),
    ...(values['certs-dir'] && { 'certs-dir': values['certs-dir'] }),
  }
  const checks: Check[] = []
  for await (const check of diagnoseServers({ flags, environment, keyPair, only: values.server })) {
    checks.push(check)
    if (!values.json) print(checkLine(check))
  }
  if (values.json) print(JSON.stringify(checks, null, 2))
  return checks.some(({ status }) => status === 'failed') ? 1 : 0
}

/** Prints the calls of the console that the same environment would start. */
const openapi: Command = async (args, environment, print) => {
  const { values } = read(args, ['data', 'certs-dir', 'server'], 0)
  const flags = {
    ...(values.data && { data: values.data }),
    ...(values['certs-dir'] && { 'certs-dir': values['certs-dir'] }),
  }
  const { readConfig } = await import('./config.ts')
  const { chooseServers, readServers } = await import('./servers.ts')
  const [server] = chooseServers(readServers(flags, environment)?.servers, values.server) ?? []
  const { storage, pluginFolder, plugins, subpath } = readConfig(
    server?.flags ?? flags,
    server?.environment ?? environment,
  )
  const version = readVersion()
  const { readPlugins } = await import('./installed-plugins.ts')
  const installed = await readPlugins({ dist, added: pluginFolder, version }, plugins)
  const { decidePlugins } = await import('./plugins.ts')
  decidePlugins(installed, storage.engine)
  const active = installed.flatMap(({ server, problem }) => (server && !problem ? server : []))
  const { callsOf, openApiOf } = await import('./openapi/document.ts')
  print(JSON.stringify(openApiOf({ version, basePath: subpath, calls: callsOf(active) }), null, 2))
  return 0
}

const commands: Readonly<Record<string, Command>> = { check, backup, doctor, openapi, plugin }

/**
 * Runs the command given on the command line, and returns its exit code; `undefined` if none is given. Throws
 * `StartError`.
 */
export const runCommand = async (
  [name = '', ...args]: string[],
  environment: Environment,
  print: Print,
): Promise<number | undefined> => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || !args.includes('--help')) return command?.(args, environment, print)
  print(usage)
  return 0
}
