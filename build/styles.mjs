import { statSync } from 'node:fs'
import { vanillaExtractPlugin } from '@vanilla-extract/esbuild-plugin'
import { entryPoints } from './entry-points.mjs'

const changed = (files) => files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0).join()

/** Evaluated style files by mode; `stamp` covers all files that an evaluation read. */
const loaded = { production: new Map(), development: new Map() }

/**
 * Evaluates each style file once until a file that it reads changes: vanilla-extract otherwise starts a nested build
 * per file, bundle and rebuild. A virtual style sheet has no files: its path carries its content.
 */
const evaluatedOnce = (plugin, results) => {
  const onLoad = (build) => (options, load) =>
    build.onLoad(options, async (args) => {
      const key = `${args.namespace}:${args.path}`
      const before = await results.get(key)
      if (before && before.stamp === changed(before.files)) return before.result
      const evaluation = (async () => {
        const result = await load(args)
        const files = [...(result?.watchFiles ?? [])]
        return { result, files, stamp: changed(files) }
      })()
      results.set(key, evaluation)
      return (await evaluation).result
    })
  const watching = (build) =>
    new Proxy(build, { get: (target, name) => (name === 'onLoad' ? onLoad(target) : Reflect.get(target, name)) })
  return { name: plugin.name, setup: (build) => plugin.setup(watching(build)) }
}

/**
 * The vanilla-extract plugin: short class names in production, readable ones in development. With `root`, imports
 * of the console's entry points lead to the sources in that folder.
 */
export const styles = ({ mode, root }) => {
  const identifiers = mode === 'production' ? ({ hash }) => `c_${hash}` : 'debug'
  const esbuildOptions = root === undefined ? {} : { plugins: [entryPoints(root)] }
  return evaluatedOnce(vanillaExtractPlugin({ identifiers, esbuildOptions }), loaded[mode])
}
