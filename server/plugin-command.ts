import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Script } from 'node:vm'
import * as v from 'valibot'
import { isDefaultMessage } from '../core/protocol/valibot-texts.ts'
import { createFolder } from '../engines/lib/create-folder.ts'
import { StartError } from '../engines/start-error.ts'
import { foldersIn, PluginManifest, readManifest, versionProblem } from './installed-plugins.ts'
import { type PluginFiles, readBuiltPlugin } from './plugin-archive.ts'
import { digestsOf, lockName, readLock, readLockOrError, verifyFolder, writeLock } from './plugin-lock.ts'
import {
  notBuiltPlugin,
  pluginIdBuiltIn,
  pluginIdInvalid,
  pluginUsage,
  pluginRemoved,
  pluginNotAdded,
  noPluginsAdded,
  pluginAdded,
  pluginBrowserInvalid,
  pluginFileMissing,
} from './messages.ts'

type Print = (text: string) => void

/** Folders of the added and of the built-in plugins, and the version of the console. */
type Folders = { folder: string; builtIn: string; version: string }

/** Reads the manifest of a built plugin and checks that the build is complete. Throws `StartError`. */
const checkBuild = (files: PluginFiles, source: string, version: string): PluginManifest => {
  const text = files.get('manifest.json')?.toString('utf8') ?? ''
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), PluginManifest), text)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new StartError(isDefaultMessage(issue) ? notBuiltPlugin(source) : `manifest.json: ${issue.message}`)
  }
  const { id, stowage, server, browser, files: listed } = parsed.output
  const problem = versionProblem(stowage, version)
  if (problem) throw new StartError(`"${id}" cannot be added. ${problem}`)
  const needed = [...Object.keys(listed).map((path) => `public/${path}`), ...(server ? [`server/${server}`] : [])]
  const missing = needed.find((path) => !files.has(path))
  if (missing) throw new StartError(pluginFileMissing(id, missing))
  assertScript(id, browser)
  return parsed.output
}

/** Throws `StartError` unless the text of a browser manifest is JavaScript. */
const assertScript = (id: string, text = '') => {
  try {
    new Script(`(module, exports, require) => {${text}\n}`)
  } catch (error) {
    throw new StartError(pluginBrowserInvalid(id, (error as Error).message))
  }
}

const add = async ({ folder, builtIn, version }: Folders, source: string, print: Print) => {
  const found = await stat(source).catch(() => {
    throw new StartError(`${source} does not exist`)
  })
  const files = await readBuiltPlugin(source, found.isDirectory())
  const { id, version: own } = checkBuild(files, source, version)
  if ((await foldersIn(builtIn)).includes(id)) throw new StartError(pluginIdBuiltIn(id))
  const staged = join(folder, `.${id}.new`)
  await rm(staged, { recursive: true, force: true })
  for (const [path, bytes] of files) {
    const target = join(staged, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o755 })
    await writeFile(target, bytes, { mode: 0o644 })
  }
  const lock = await readLock(folder)
  const locked = { version: own, files: await digestsOf(staged) }
  await rm(join(folder, id), { recursive: true, force: true })
  await rename(staged, join(folder, id))
  await writeLock(folder, { ...lock, [id]: locked })
  print(pluginAdded(id, own))
}

const list = async (folder: string, version: string, print: Print) => {
  const read = await readLockOrError(folder)
  const lock = read instanceof StartError ? {} : read
  const names = await foldersIn(folder)
  for (const name of names) {
    const state = async () => {
      if (read instanceof StartError) throw read
      const locked = lock[name]
      if (!locked) throw new Error(`It is not in ${lockName}`)
      await verifyFolder(join(folder, name), locked)
      const manifest = await readManifest(join(folder, name))
      return versionProblem(manifest.stowage, version) ?? 'ok'
    }
    const problem = await state().catch((error: Error) => error.message)
    print(`${name} ${lock[name]?.version ?? '-'}: ${problem}`)
  }
  for (const name of Object.keys(lock).filter((name) => !names.includes(name))) print(`${name}: its folder is missing`)
  if (names.length === 0) print(noPluginsAdded(folder))
}

const remove = async (folder: string, id: string, print: Print) => {
  const { [id]: locked, ...lock } = await readLock(folder)
  if (!locked && !(await foldersIn(folder)).includes(id)) throw new StartError(pluginNotAdded(id, folder))
  await writeLock(folder, lock)
  await rm(join(folder, id), { recursive: true, force: true })
  print(pluginRemoved(id))
}

/**
 * Runs `stowage plugin add <folder or archive>`, `list` or `remove <id>` on the folder of added plugins. Throws
 * `StartError`.
 */
export const pluginCommand = async (
  [verb, name, ...more]: readonly string[],
  { folder, builtIn, version }: Folders,
  print: Print,
) => {
  if (more.length > 0) throw new StartError(`unexpected argument "${more[0]}"; see --help`)
  if (verb === 'list' && name === undefined) return list(folder, version, print)
  if (name === undefined || (verb !== 'add' && verb !== 'remove')) throw new StartError(pluginUsage)
  if (verb === 'remove') {
    // the id becomes part of a path
    if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new StartError(pluginIdInvalid(name))
    return remove(folder, name, print)
  }
  createFolder(folder)
  return add({ folder, builtIn, version }, resolve(name), print)
}
