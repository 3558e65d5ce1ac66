#!/usr/bin/env node
import { readFileSync, watch, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import * as esbuild from 'esbuild'
import { describePackages, packagesIn } from './bundled-packages.mjs'
import { listed } from './bundles.mjs'
import { notices } from './package/notices.mjs'
import { assemblePlugin, bundlePlugin } from './plugin.mjs'
import { compress, publish } from './publish.mjs'
import { runPluginTests } from './plugin-tests.mjs'
import { scaffoldPackage } from './scaffold.mjs'

const usage = `stowage-plugin new <id>              creates a folder with a plugin that works
stowage-plugin build [folder]         builds the plugin in a folder into dist/; add it with "stowage plugin add"
  --out <folder>                      builds there instead of dist/
  --watch                             builds again after each change
stowage-plugin test [folder] [part…]  builds the plugin, and runs its *.test.ts files with the test runner of Node.js;
                                      with parts, only files whose path contains one of them`

/** The package of the console that this program is part of. */
const home = join(dirname(fileURLToPath(import.meta.url)), '..')

const bundle = (options) =>
  esbuild.build(options).catch((failure) => {
    throw failure.errors ? new Error(listed(failure.errors)) : failure
  })

const readPackage = (folder) => {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch (error) {
    throw new Error(`${join(folder, 'package.json')} cannot be read: ${error.message}`)
  }
}

/** Builds the plugin in a folder. Throws with every mistake in its sources. */
const build = async (folder, out) => {
  const { name = '', version, peerDependencies = {} } = readPackage(folder)
  const id = basename(name).replace(/^stowage-plugin-/, '')
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new Error(`package.json: the name "${name}" contains no id; use "stowage-plugin-<id>" in lower case`)
  if (!version) throw new Error('package.json has no version')
  if (!peerDependencies.stowage)
    throw new Error('package.json: peerDependencies.stowage must name the versions of Stowage that the plugin supports')
  const about = { root: folder, source: '.', id, out, mode: 'production', version, stowage: peerDependencies.stowage }
  const protocol = await import(pathToFileURL(join(home, 'dist/entry/protocol.mjs')).href)
  const started = new Date()
  const bundles = await bundlePlugin(about, (_, options) => bundle(options))
  const made = assemblePlugin(about, bundles, protocol)
  const { files, variants } = await compress(made.contents, out)
  publish(out, { ...made, variants, manifest: { ...made.manifest, files }, started })
  const packages = describePackages(folder, packagesIn(folder, bundles.inputs))
  // MIT, BSD and ISC require the license next to the code
  const title = `Third-party code distributed with ${name}`
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), notices(folder, packages, title))
  console.log(`built "${id}" ${version} into ${relative(process.cwd(), out) || '.'}`)
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
    return console.log(
      scaffoldPackage({ folder: process.cwd(), id: name, console: { ...readPackage(home), tools } }).join('\n'),
    )
  }
  if (command !== 'build' && command !== 'test') throw new Error(usage)
  const folder = resolve(name ?? '.')
  const out = resolve(values.out ?? join(folder, 'dist'))
  if (command === 'test') {
    await build(folder, out)
    process.exitCode = await runPluginTests({ folder, parts: more })
    return
  }
  if (!values.watch) return build(folder, out)

  let building = build(folder, out).catch((error) => console.error(error.message))
  let settling
  watch(folder, { recursive: true }, (_, changed) => {
    const path = resolve(folder, String(changed))
    if (path.startsWith(out) || path.includes('node_modules')) return
    clearTimeout(settling)
    settling = setTimeout(() => {
      building = building.then(() => build(folder, out)).catch((error) => console.error(error.message))
    }, 100)
  })
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
