#!/usr/bin/env node
import { existsSync, readFileSync, watch } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { scaffoldPackage } from './scaffold.mjs'

const usage = `stowage-plugin new <id>              creates a folder with a plugin that works
stowage-plugin build [folder]         builds the plugin in a folder into dist/; add it with "stowage plugin add"
  --out <folder>                      builds there instead of dist/
  --watch                             builds again after each change
stowage-plugin test [folder] [part…]  builds the plugin, and runs its *.test.ts files with the test runner of Node.js;
                                      with parts, only files whose path contains one of them`

/** Folder of the console's package, which contains this program. */
const home = join(dirname(fileURLToPath(import.meta.url)), '..')

const readPackage = (folder) => {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch (error) {
    throw new Error(`${join(folder, 'package.json')} cannot be read: ${error.message}`)
  }
}

/** Where the project in a folder gets Stowage from: a version range, or the path of a package. */
const sourceOfConsole = (folder) => {
  if (!existsSync(join(folder, 'package.json'))) return undefined
  const { dependencies = {}, devDependencies = {} } = readPackage(folder)
  return devDependencies.stowage ?? dependencies.stowage
}

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, watch: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const [command, name, ...more] = positionals
  if (values.help) return console.log(usage)
  if (more.length > 0 && command !== 'test') throw new Error(`"${more[0]}" is one too many.\n\n${usage}`)
  if (command === 'new') {
    const tools = JSON.parse(readFileSync(join(home, 'dist/entry/tools.json'), 'utf8'))
    const folder = process.cwd()
    const stowage = sourceOfConsole(folder)
    return console.log(
      scaffoldPackage({ folder, id: name, console: { ...readPackage(home), tools, stowage } }).join('\n'),
    )
  }
  if (command !== 'build' && command !== 'test') throw new Error(usage)
  const folder = resolve(name ?? '.')
  const out = resolve(values.out ?? join(folder, 'dist'))
  const isPlugin = ['plugin.ts', 'server.ts'].some((file) => existsSync(join(folder, file)))
  if (!isPlugin || !existsSync(join(folder, 'package.json')))
    throw new Error(`${folder} contains no plugin: it needs a package.json, and plugin.ts or server.ts`)
  // its dependencies are missing until a plugin lists them
  const { buildPlugin } = await import('./build-plugin.mjs')
  const build = async () => buildPlugin({ folder, out, home, about: readPackage(folder) })
  if (command === 'test') {
    await build()
    const { runPluginTests } = await import('./plugin-tests.mjs')
    process.exitCode = await runPluginTests({ folder, parts: more })
    return
  }
  if (!values.watch) return build()

  let building = build().catch((error) => console.error(error.message))
  let settling
  watch(folder, { recursive: true }, (_, changed) => {
    const path = resolve(folder, String(changed))
    if (path.startsWith(out) || path.includes('node_modules')) return
    clearTimeout(settling)
    settling = setTimeout(() => {
      building = building.then(build).catch((error) => console.error(error.message))
    }, 100)
  })
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
