import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The module that `main.tsx` loads with a session. The server joins it from the installed plugins. */
export const session = 'stowage/session'

/** Source of an entry point by its name, as `exports` of the package in `root` has it; `undefined` for another name. */
export const sourceOf = (root, name) => {
  const { exports = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const path = `.${name.slice('stowage'.length)}`
  for (const [pattern, target] of Object.entries(exports)) {
    const source = typeof target === 'string' ? target : target['stowage-source']
    if (pattern === path) return source
    const [before, after] = pattern.split('*')
    if (after === undefined || !path.startsWith(before) || !path.endsWith(after)) continue
    return source.replace('*', path.slice(before.length, path.length - after.length))
  }
  return undefined
}

/**
 * Resolves imports of the package by its own name to its sources. Entry points only export, so what an importer does
 * not use of one stays out of its bundle.
 */
export const entryPoints = (root) => ({
  name: 'entry-points',
  setup: (build) =>
    build.onResolve({ filter: /^stowage(\/|$)/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined
      // the server joins it; the page's import map resolves it
      if (path === session) return { path, external: true }
      const source = sourceOf(root, path)
      if (source) return { path: join(root, source), sideEffects: false }
      return { errors: [{ text: `"${path}" is no entry point of this package; see "exports" in package.json` }] }
    }),
})
