import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import { describePackages, packagesIn } from './bundled-packages.mjs'
import { listed } from './bundles.mjs'
import { assertNames } from './exported-names.mjs'
import { notices } from './package/notices.mjs'
import { assemblePlugin, bundlePlugin } from './plugin.mjs'
import { compress, publish } from './publish.mjs'

const bundle = (options) =>
  esbuild.build(options).catch((failure) => {
    throw failure.errors ? new Error(listed(failure.errors)) : failure
  })

/**
 * Builds the plugin in `folder` into `out`. `about` is its `package.json`, `home` the folder of the console's package.
 * Throws with all errors in its sources.
 */
export const buildPlugin = async ({ folder, out, home, about: { name = '', version, peerDependencies = {} } }) => {
  const id = basename(name).replace(/^stowage-plugin-/, '')
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new Error(`package.json: the name "${name}" contains no id; use "stowage-plugin-<id>" in lower case`)
  if (!version) throw new Error('package.json has no version')
  if (!peerDependencies.stowage)
    throw new Error('package.json: peerDependencies.stowage must name the versions of Stowage that the plugin supports')
  const { valid, validRange } = await import(pathToFileURL(join(home, 'dist/entry/semver.mjs')).href)
  if (!valid(version)) throw new Error(`package.json: the version "${version}" is invalid; it must be like 1.0.0`)
  if (!validRange(peerDependencies.stowage))
    throw new Error(
      `package.json: peerDependencies.stowage is no range of versions: "${peerDependencies.stowage}"; write ^1.0.0 say`,
    )
  const about = { root: folder, source: '.', id, out, mode: 'production', version, stowage: peerDependencies.stowage }
  const protocol = await import(pathToFileURL(join(home, 'dist/entry/protocol.mjs')).href)
  const names = JSON.parse(readFileSync(join(home, 'dist/entry/exports.json'), 'utf8'))
  const started = new Date()
  await assertNames({ folder, names })
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
