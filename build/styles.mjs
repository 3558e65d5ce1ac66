import { statSync } from 'node:fs'
import { vanillaExtractPlugin } from '@vanilla-extract/esbuild-plugin'

const changed = (files) => files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0).join()

/**
 * Keeps what an esbuild plugin loaded for as long as the files that it read are the same. vanilla-extract starts a
 * nested build for every style file on every rebuild; with this only the edited ones. A virtual style sheet has no
 * files: its path carries its content.
 */
const remembered = (plugin) => {
  const kept = new Map()
  const onLoad = (build) => (options, load) =>
    build.onLoad(options, async (args) => {
      const key = `${args.namespace}:${args.path}`
      const known = kept.get(key)
      if (known && known.stamp === changed(known.files)) return known.result
      const result = await load(args)
      const files = [...(result?.watchFiles ?? [])]
      kept.set(key, { result, files, stamp: changed(files) })
      return result
    })
  const watching = (build) =>
    new Proxy(build, { get: (target, name) => (name === 'onLoad' ? onLoad(target) : Reflect.get(target, name)) })
  return { name: plugin.name, setup: (build) => plugin.setup(watching(build)) }
}

/**
 * The vanilla-extract plugin: short class names in production, telling ones elsewhere; `watch` remembers between
 * rebuilds.
 */
export const styles = ({ mode, watch = false }) => {
  const identifiers = mode === 'production' ? ({ hash }) => `c_${hash}` : 'debug'
  const plugin = vanillaExtractPlugin({ identifiers })
  return watch ? remembered(plugin) : plugin
}
