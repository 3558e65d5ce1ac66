import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import semver from 'semver'
import * as v from 'valibot'
import type { InstalledPlugin } from '../core/protocol/installed-plugin.ts'
import type { ServerPlugin } from '../core/protocol/serve.ts'
import { StartError } from '../engines/start-error.ts'
import { lockName, readLockOrError, verifyFolder } from './plugin-lock.ts'
import { provideModules } from './plugin-modules.ts'
import { PluginRoute } from './page.ts'
import { type Choice, choosePlugins } from './plugin-choice.ts'
import { File } from './static-file.ts'
import {
  pluginNotInLock,
  pluginsUnreadable,
  pluginTurnedOff,
  folderNameDiffers,
  serverIdDiffers,
  stowageVersionMismatch,
  stowageRangeInvalid,
  pluginIdFormat,
} from './messages.ts'

/** A plugin's `manifest.json` in a build; written by `build/plugin.mjs`. */
export const PluginManifest = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, pluginIdFormat)),
  version: v.string(),
  /** Range of versions of the console. */
  stowage: v.string(),
  server: v.optional(v.string()),
  /** Text of the browser manifest, a CommonJS module, and of the plugin's style rules. */
  browser: v.optional(v.string()),
  style: v.optional(v.string(), ''),
  scripts: v.optional(v.array(v.string()), []),
  order: v.optional(v.number(), 1000),
  routes: v.optional(v.array(PluginRoute), []),
  contributes: v.optional(v.record(v.string(), v.array(v.string())), {}),
  files: v.record(v.string(), File),
})
export type PluginManifest = v.InferOutput<typeof PluginManifest>

/** An installed plugin with its files, and its server half if that could be loaded. */
export type Installed = InstalledPlugin & {
  folder: string
  manifest: PluginManifest | undefined
  server: ServerPlugin | undefined
  /** What the server half threw while it was loaded. */
  loadError?: unknown
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export const readManifest = async (folder: string): Promise<PluginManifest> => {
  const parsed = v.safeParse(PluginManifest, JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
  if (parsed.success) return parsed.output
  throw new Error(`manifest.json: ${parsed.issues[0].message} (${v.getDotPath(parsed.issues[0]) ?? ''})`)
}

/** Why a plugin does not support this version of the console; `undefined` if it does. */
export const versionProblem = (range: string, version: string): string | undefined => {
  if (!semver.validRange(range)) return stowageRangeInvalid(range)
  if (semver.satisfies(version, range, { includePrerelease: true })) return undefined
  return stowageVersionMismatch(range, version)
}

const loadServer = async (folder: string, { id, server }: PluginManifest): Promise<ServerPlugin> => {
  // a plugin without a server half only shows pages
  if (!server) return { id, pages: {}, routes: [] }
  const { default: plugin } = (await import(pathToFileURL(join(folder, 'server', server)).href)) as {
    default?: ServerPlugin
  }
  if (plugin?.id !== id) throw new Error(serverIdDiffers(plugin?.id, id))
  return plugin
}

type Reading = { version: string; origin: Installed['origin']; isChosen: (id: string) => boolean }

const readPlugin = async (
  folder: string,
  name: string,
  { version, origin, isChosen, verify }: Reading & { verify: () => Promise<void> },
): Promise<Installed> => {
  const plugin: Installed = {
    id: name,
    version: '',
    origin,
    problem: undefined,
    contributes: {},
    folder,
    manifest: undefined,
    server: undefined,
  }
  try {
    await verify()
    const manifest = await readManifest(folder)
    Object.assign(plugin, { manifest, version: manifest.version, contributes: manifest.contributes })
    if (manifest.id !== name) throw new Error(folderNameDiffers(manifest.id, name))
    const problem = versionProblem(manifest.stowage, version)
    if (problem) throw new Error(problem)
    // a disabled built-in plugin is loaded too, since it owns sections of the configuration
    if (isChosen(name) || origin === 'built-in')
      plugin.server = await loadServer(folder, manifest).catch((error: unknown) => {
        plugin.loadError = error
        throw error
      })
    if (!isChosen(name)) throw new Error(pluginTurnedOff)
  } catch (error) {
    plugin.problem = reasonOf(error)
  }
  return plugin
}

export const foldersIn = async (folder: string) => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw new StartError(pluginsUnreadable(folder, error.message))
  })
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
}

const byOrder = (a: Installed, b: Installed) =>
  (a.manifest?.order ?? 1000) - (b.manifest?.order ?? 1000) || (a.id < b.id ? -1 : 1)

/**
 * Reads the plugins that came with the console (`dist/plugins`) and those that the operator added to `added`, and loads
 * the server halves of those that are chosen. One that cannot be loaded has a `problem`. Throws `StartError` for a
 * choice of unknown plugins.
 */
export const readPlugins = async (
  { dist, added, version }: { dist: string; added: string | undefined; version: string },
  choice: Choice,
): Promise<readonly Installed[]> => {
  await provideModules()
  const own = join(dist, 'plugins')
  const names = { own: await foldersIn(own), added: added === undefined ? [] : await foldersIn(added) }
  const lock = added === undefined ? {} : await readLockOrError(added)
  const all = [...new Set([...names.own, ...names.added])].map((id) => ({ id }))
  const chosen = new Set(choosePlugins(all, choice).map(({ id }) => id))
  const about = { version, isChosen: (id: string) => chosen.has(id) }
  const builtIn = names.own.map((name) =>
    readPlugin(join(own, name), name, { ...about, origin: 'built-in', verify: async () => {} }),
  )
  const others = names.added.map((name) => {
    const folder = join(added ?? '', name)
    const verify = async () => {
      if (lock instanceof StartError) throw lock
      const locked = lock[name]
      if (!locked) throw new Error(pluginNotInLock(lockName))
      await verifyFolder(folder, locked)
    }
    return readPlugin(folder, name, { ...about, origin: 'added', verify })
  })
  return [...(await Promise.all(builtIn)).sort(byOrder), ...(await Promise.all(others)).sort(byOrder)]
}
