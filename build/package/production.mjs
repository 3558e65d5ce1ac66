import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const without = (object, ...names) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/**
 * The lock file that is published: production packages only, for every platform. npm reads it for packages from a
 * registry.
 */
export const publishedLock = (root) => {
  const lock = readJson(join(root, 'package-lock.json'))
  const { dependencies } = publishedPackage(root)
  const packages = Object.entries(lock.packages)
    // one that is both is an optional peer, which is never installed
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .map(([path, entry]) => [path, path === '' ? { ...without(entry, 'devDependencies'), dependencies } : entry])
  return { ...lock, packages: Object.fromEntries(packages) }
}

/**
 * The package.json that is published: without fields that only this repository needs, and with exact versions. npm
 * applies `overrides` only at the root of a project, so the replaced packages become dependencies.
 */
export const publishedPackage = (root) => {
  const source = readJson(join(root, 'package.json'))
  const { packages } = readJson(join(root, 'package-lock.json'))
  const overridden = Object.keys(source.overrides ?? {}).filter((name) => {
    const entry = packages[`node_modules/${name}`]
    return entry && !entry.dev
  })
  const names = [...new Set([...Object.keys(source.dependencies), ...overridden])].sort()
  const locked = (name) => [name, packages[`node_modules/${name}`].version]
  return {
    ...without(source, 'private', 'scripts', 'devDependencies', 'allowScripts'),
    dependencies: Object.fromEntries(names.map(locked)),
    overrides: Object.fromEntries(overridden.map(locked)),
  }
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * Third-party packages whose code is distributed: production packages, and those that the bundles contain. Each has
 * its `path` below the root, `name`, `version`, `integrity` and SPDX `license` as the lock file states them.
 */
export const distributedPackages = (root, bundled) => {
  const { packages } = readJson(join(root, 'package-lock.json'))
  const paths = new Set([...Object.keys(publishedLock(root).packages).filter(Boolean), ...bundled])
  return [...paths].sort().map((path) => {
    const entry = packages[path]
    if (!entry) throw new Error(`package-lock.json has no ${path}, which the bundles contain; run "npm install"`)
    return { ...entry, path, name: entry.name ?? nameOf(path) }
  })
}
