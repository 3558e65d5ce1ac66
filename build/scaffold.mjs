import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageTest, templates } from './templates.mjs'

// identifiers that would clash in the plugin's files
const reservedIds = [
  'index',
  'server',
  'plugins',
  'plugin',
  'pages',
  'page',
  'get',
  'put',
  'serve',
  'login',
  'gallery',
  'text',
  'search',
  'panel',
  'call',
  'note',
  'calls',
  'background',
  'duration',
  'hostname',
  'assert',
  'engines',
  'v',
]

const isKeyword = (word) => {
  try {
    new Function(`'use strict'; const ${word} = 0`)
    return false
  } catch {
    return true
  }
}

const camel = (id) => id.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
const title = (id) => id.replace(/(^|-)(.)/g, (_, dash, letter) => `${dash && ' '}${letter.toUpperCase()}`)

const owner = (root, id) =>
  readdirSync(join(root, 'plugins'), { withFileTypes: true }).find((entry) => {
    const contract = join(root, 'plugins', entry.name, 'contract.ts')
    if (!entry.isDirectory() || !existsSync(contract)) return false
    return new RegExp(`'(/api/v1)?/${id}'`).test(readFileSync(contract, 'utf8'))
  })?.name

/** Why a text cannot be the id of a plugin; `undefined` if it can. */
const invalidId = (id) => {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    return `"${id}" is no plugin id: write lower-case words joined by "-", "disk-usage" say`
  if (reservedIds.includes(id) || isKeyword(camel(id)))
    return `"${id}" means something else in the code; choose another id`
  return undefined
}

const refuse = (root, id) => {
  if (!id) return 'Name the plugin: node build.mjs new <id>'
  const invalid = invalidId(id)
  if (invalid) return invalid
  if (existsSync(join(root, 'plugins', id))) return `plugins/${id} exists already`
  const conflict = owner(root, id)
  return conflict && `The page or the call /${id} belongs to plugin "${conflict}"; choose another id`
}

/**
 * Adds a working plugin: a page, calls on the embedded and the MinIO engine, a settings panel, a search, and tests.
 * Throws before writing anything if the id is invalid or taken. Returns the paths of the written files, relative to the
 * root.
 */
export const scaffold = ({ root, id }) => {
  const problem = refuse(root, id)
  if (problem) throw new Error(problem)
  const files = Object.entries(
    templates({ id, name: camel(id), title: title(id), type: `${title(id).replaceAll(' ', '')}Backend` }),
  )
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return files.map(([path]) => path)
}

/**
 * Version range or path of the console for the plugin's package.json. A relative `file:` path is rewritten for the
 * plugin's folder.
 */
const consoleFor = ({ version, stowage = `^${version}` }) =>
  stowage.replace(/^file:(?!\/)(.*)$/, (_, path) => `file:${join('..', path).replaceAll('\\', '/')}`)

const packageFiles = (id, { version, tools, stowage }) => ({
  'package.json': `${JSON.stringify(
    {
      name: `stowage-plugin-${id}`,
      version: '1.0.0',
      private: true,
      type: 'module',
      files: ['dist'],
      scripts: {
        build: 'stowage-plugin build',
        watch: 'stowage-plugin build --watch',
        test: 'stowage-plugin test',
        types: 'tsc',
      },
      peerDependencies: { stowage: `^${version}` },
      devDependencies: { ...tools, stowage: consoleFor({ version, stowage }) },
    },
    null,
    2,
  )}\n`,
  'tsconfig.json': `${JSON.stringify(
    {
      compilerOptions: {
        target: 'es2022',
        module: 'esnext',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        strict: true,
        lib: ['es2023', 'dom', 'dom.iterable'],
        types: ['node'],
        skipLibCheck: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        verbatimModuleSyntax: true,
      },
      include: ['**/*.ts', '**/*.tsx'],
      exclude: ['dist', 'node_modules'],
    },
    null,
    2,
  )}\n`,
})

/** Creates a plugin as a package in `folder`. Throws before writing anything if the id is invalid or taken. */
export const scaffoldPackage = ({ folder, id, console: published }) => {
  if (!id) throw new Error('Name the plugin: stowage-plugin new <id>')
  const problem = invalidId(id)
  if (problem) throw new Error(problem)
  const root = join(folder, id)
  if (existsSync(root)) throw new Error(`${root} exists already`)
  const names = { id, name: camel(id), title: title(id), type: `${title(id).replaceAll(' ', '')}Backend` }
  const all = templates(names)
  // tests in this repository use its own test helpers
  const own = Object.entries(all).flatMap(([path, text]) =>
    path.startsWith(`plugins/${id}/`) && !path.startsWith(`plugins/${id}/test/`)
      ? [[path.slice(`plugins/${id}/`.length), text]]
      : [],
  )
  const test = [`test/${id}.test.ts`, packageTest(names)]
  const files = [...own, test, ...Object.entries(packageFiles(id, published))]
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return files.map(([path]) => join(id, path))
}
