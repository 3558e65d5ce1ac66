import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Metafile } from 'esbuild'
import { sourceOf } from '../build/entry-points.mjs'

/** A source file: its path from the project's root, and its text. */
export type Source = { path: string; text: string }

/** Whether a file is part of the tests of a plugin, which use the harness in `test`. */
export const isPluginTest = (path: string) => /^plugins\/[^/]+\/test\//.test(path)

/** The sources of both halves. */
export const sources = (): Source[] =>
  ['core', 'engines', 'entry', 'plugins', 'server', 'testing', 'themes', 'ui']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((path) => /\.tsx?$/.test(path) && !isPluginTest(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const stringOrComment = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g
const isComment = (text: string) => text.startsWith('/*') || text.startsWith('//')
const withoutComments = (text: string) => text.replace(stringOrComment, (found) => (isComment(found) ? '' : found))
const codeOnly = (text: string) => text.replace(stringOrComment, (found) => (isComment(found) ? '' : "''"))

/** Imports of a file from this project, as they are written. */
const importsIn = (text: string) =>
  [
    ...withoutComments(text).matchAll(
      /\b(?:from|import|declare module)\s*\(?\s*["']((?:\.{1,2}\/|stowage\b)[^"']*)["']/g,
    ),
  ]
    .map(([, to = '']) => to)
    // the server joins this module; it is no entry point
    .filter((to) => to !== 'stowage/session')

const isOwnName = (to: string) => to.startsWith('stowage')

const importedBy = ({ path, text }: Source) =>
  importsIn(text).map((to) => (isOwnName(to) ? join(sourceOf('.', to) ?? `entry/${to}`) : join(dirname(path), to)))

/** Files for one engine, and those that the adapters of several engines share. */
const isAdapter = (path: string) => /^plugins\/[^/]+\/(embedded|s3|minio|kubernetes|backend)\//.test(path)

/** Groups of files that import each other in a circle, types and dynamic imports included; each group is sorted. */
export const cyclesIn = (all: Source[]): string[][] => {
  const paths = new Set(all.map(({ path }) => path))
  const imports = new Map(all.map((source) => [source.path, importedBy(source).filter((to) => paths.has(to))]))
  // Tarjan's algorithm: a file whose group reaches no file that was visited earlier closes a group
  const order = new Map<string, number>()
  const open: string[] = []
  const closed = new Set<string>()
  const groups: string[][] = []
  const visit = (path: string): number => {
    const own = order.size
    order.set(path, own)
    open.push(path)
    let earliest = own
    for (const to of imports.get(path) ?? []) {
      if (!order.has(to)) earliest = Math.min(earliest, visit(to))
      else if (!closed.has(to)) earliest = Math.min(earliest, order.get(to) ?? own)
    }
    if (earliest === own) {
      const group = open.splice(open.indexOf(path))
      for (const one of group) closed.add(one)
      if (group.length > 1 || imports.get(path)?.includes(path)) groups.push(group.sort())
    }
    return earliest
  }
  for (const path of paths) if (!order.has(path)) visit(path)
  return groups
}

/** Entry points that only adapters import. */
const ofAdapters = /^entry\/(iam\.ts|engines\/)/

/** The scripts that start the page and render its first screen. */
const isCoreEntry = (path: string) => /^core\/(main|prerender)\.tsx$/.test(path)

/** In `core`, the shell imports `web`, and `web` imports `protocol`; nothing points back. */
const withinCore = (from: string, to: string): string | undefined => {
  const layers = ['protocol', 'web', 'shell']
  const layerOf = (path: string) => (isCoreEntry(path) ? layers.length : layers.indexOf(path.split('/')[1] ?? ''))
  return layerOf(to) <= layerOf(from) && layerOf(from) >= 0
    ? undefined
    : 'in core, shell imports web and web imports protocol'
}

/** Reason why one file may not import another; undefined if it may. Both are paths from the project's root. */
export const refusalOf = (from: string, to: string): string | undefined => {
  const [half, id] = from.split('/')
  const [toHalf, toId] = to.split('/')
  if (half === 'core' && toHalf === 'core') return withinCore(from, to)
  if (half === toHalf && (half !== 'plugins' || id === toId)) return undefined

  if (half === 'testing')
    return to === 'entry/protocol.ts' ? undefined : 'the harness for plugins reaches the console as a plugin does'
  if (half === 'entry')
    return from === 'entry/testing.ts' && toHalf === 'testing'
      ? undefined
      : ['core', 'engines', 'themes', 'ui'].includes(toHalf ?? '')
        ? undefined
        : 'an entry point knows no plugin and no server'
  if (toHalf === 'entry' && half !== 'plugins')
    return from === 'server/plugin-modules.ts' ? undefined : 'only plugins import the entry points'
  if (half === 'themes') return 'themes stand on nothing'
  if (half === 'core')
    return toHalf === 'themes' || (toHalf === 'ui' && (id === 'shell' || isCoreEntry(from)))
      ? undefined
      : 'core knows no plugin, no engine and no server, and only its shell draws with ui'
  if (half === 'ui')
    return toHalf === 'themes' || /^core\/(web|protocol)\//.test(to)
      ? undefined
      : 'ui imports core/web, core/protocol and themes'
  if (half === 'engines')
    return /^core\/protocol\//.test(to) ? undefined : 'an engine imports core/protocol; adapters come to it'
  if (half === 'server') {
    if (/^core\/protocol\//.test(to) || toHalf === 'engines') return undefined
    return 'the server finds plugins in their folders'
  }
  if (toHalf === 'server') return 'a plugin must not import server/; it uses its port'
  if (to === 'LICENSE') return undefined
  if (toHalf === 'entry') {
    if (to === 'entry/kit.ts') return 'the kit is for the build; plugins import the entry points by name'
    return ofAdapters.test(to) && !isAdapter(from) ? "only a plugin's adapters know engines" : undefined
  }
  if (['core', 'engines', 'themes', 'ui'].includes(toHalf ?? ''))
    return 'a plugin imports the entry points of stowage by name'
  if (/^plugins\/[^/]+\/contract\.ts$/.test(to)) return undefined
  return 'a plugin knows of another one only its contract.ts'
}

/** The imports that are not allowed, types included, each with the reason. */
export const forbiddenImports = (all: Source[]): string[] =>
  all.flatMap((source) =>
    importedBy(source).flatMap((to) => {
      const reason = refusalOf(source.path, to)
      return reason ? [`${source.path} imports ${to}: ${reason}`] : []
    }),
  )

/** Imports by which a plugin leaves its folder other than by the name of an entry point, and such names elsewhere. */
export const forbiddenEntryPoints = (all: Source[]): string[] =>
  all.flatMap(({ path, text }) => {
    const [, folder] = /^(plugins\/[^/]+\/)./.exec(path) ?? []
    const isWrong = (to: string) =>
      isOwnName(to)
        ? !folder && !path.startsWith('testing/')
        : folder !== undefined && !join(dirname(path), to).startsWith(folder)
    return importsIn(text)
      .filter(isWrong)
      .map((to) => `${path} imports "${to}"`)
  })

/**
 * Adapters at another path than `<engine>/index.ts` of their plugin. Code shared by several engines is in `backend/`.
 */
export const misplacedAdapters = (all: Source[]): string[] =>
  all.flatMap(({ path, text }) => {
    if (/^plugins\/[^/]+\/((embedded|s3|minio|kubernetes)\.ts$|adapters\/)/.test(path)) return [path]
    if (!/^plugins\/[^/]+\/server\.ts$/.test(path)) return []
    const block = /\n {2}adapters: \{([\s\S]*?)\n {2}\}/.exec(text)?.[1] ?? ''
    return [...block.matchAll(/(\w+): \(\) => import\('([^']+)'\)/g)]
      .filter(([, engine, to]) => to !== `./${engine}/index.ts`)
      .map(([, engine, to]) => `${path}: ${engine} is ${to}`)
  })

/** Entry points that plugins may import. */
const isEntryPoint = (name: string) => name !== 'stowage/session' && sourceOf('.', name) !== undefined

/**
 * Imports of example plugins that are neither their own files, nor modules of Node.js, nor packages that their
 * `package.json` lists, nor entry points.
 */
export const foreignImports = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      const [id = ''] = path.split('/')
      const { devDependencies = {} } = JSON.parse(readFileSync(join(folder, id, 'package.json'), 'utf8'))
      const isAllowed = (to: string) => {
        if (to.startsWith('.')) return join(dirname(path), to).startsWith(`${id}/`)
        const [name = '', part = ''] = to.split('/')
        return isOwnName(to)
          ? isEntryPoint(to)
          : to.startsWith('node:') || (name.startsWith('@') ? `${name}/${part}` : name) in devDependencies
      }
      const text = withoutComments(readFileSync(join(folder, path), 'utf8'))
      return [...text.matchAll(/\b(?:from|import\s*\(?)\s*["']([^"'\n]+)["']/g)]
        .map(([, to = '']) => to)
        .filter((to) => !isAllowed(to))
        .map((to) => `${folder}/${path} imports "${to}"`)
    })

const isServerFile = (path: string) =>
  /^(server|engines)\/|^entry\/(server|iam|engines\/.*)\.ts$|^plugins\/[^/]+\/(server|backend)\.ts$/.test(path) ||
  isAdapter(path)

/** Files of the server half among those that went into the browser's bundle. */
export const serverFilesIn = ({ inputs }: Pick<Metafile, 'inputs'>): string[] =>
  Object.keys(inputs).filter(isServerFile)

/** Name of the package that an input of a bundle belongs to. */
const packageOf = (path: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]

/** Browser code in the server's bundle: screens, styles, and rendering packages. */
export const browserPartsIn = ({ inputs }: Pick<Metafile, 'inputs'>): string[] =>
  Object.keys(inputs).filter(
    (path) =>
      /\.css\.ts$|^themes\/|^(?!node_modules\/).*\.tsx$/.test(path) ||
      /^(react|react-dom|wouter|valtio|lucide-react|@radix-ui\/.*)$/.test(packageOf(path) ?? ''),
  )

/** Packages that are loaded with an input for which `entry` returns true: its imports, and theirs in turn. */
export const packagesOf = ({ outputs }: Pick<Metafile, 'outputs'>, isEntry: (entry: string) => boolean): string[] => {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const input of Object.keys(outputs[path]?.inputs ?? {})) {
      const name = packageOf(input)
      if (name) found.add(name)
    }
    for (const { path: to, kind, external } of outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement') continue
      if (external) found.add(to)
      else visit(to)
    }
  }
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (entryPoint && isEntry(entryPoint)) visit(path)
  return [...found].sort()
}

const linesWith = (pattern: RegExp, { path, text }: Source) =>
  text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []))

/** Positions of the type `any`. Only core/protocol/contract.ts may use it, to infer from any schema. */
export const anys = (all: Source[]): string[] =>
  all
    .filter(({ path }) => path !== 'core/protocol/contract.ts')
    .flatMap(({ path, text }) => linesWith(/(: |\bas |<|, |\| )any\b|\bany\[\]/, { path, text: codeOnly(text) }))

/** Positions of colors outside the themes. */
export const rawColours = (all: Source[]): string[] =>
  all
    .filter(({ path }) => !/^(themes|server|engines)\//.test(path))
    .flatMap(({ path, text }) =>
      linesWith(/["'`\s(:]#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b/i, { path, text: withoutComments(text) }),
    )
