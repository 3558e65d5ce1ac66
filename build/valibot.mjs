// core's modules that a page loads before anybody has signed in
const early = /\/core\/(calls|client|contract|follow|limits|plugin|serve)\.ts$/

/**
 * Gives what /login loads a copy of valibot of its own. The package is one file, so that every check of every plugin would
 * come along otherwise. A schema is a plain object, which either copy reads.
 */
export const valibot = {
  name: 'valibot',
  setup(build) {
    build.onResolve({ filter: /^valibot$/ }, async ({ importer, resolveDir, kind, pluginData }) => {
      if (pluginData === valibot || !early.test(importer)) return undefined
      const { path, errors } = await build.resolve('valibot', { importer, resolveDir, kind, pluginData: valibot })
      return { path, errors, suffix: '?early', sideEffects: false }
    })
  },
}
