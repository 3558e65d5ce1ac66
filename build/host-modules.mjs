/** Modules of which a process must have one instance: the console provides them to the server halves of plugins. */
const isProvided = /^(stowage(\/(server|iam|engines\/.+))?|valibot)$/

const registry = `globalThis[Symbol.for('stowage.modules')]`

/**
 * Redirects imports of the console's modules to the instances of the running console (`server/plugin-modules.ts`). A
 * dynamic import waits until the console has loaded the module: its namespace is thenable.
 */
export const hostModules = {
  name: 'host-modules',
  setup: (build) => {
    build.onResolve({ filter: /^(stowage|valibot)/ }, ({ path, kind }) =>
      kind !== 'entry-point' && isProvided.test(path)
        ? { path, namespace: kind === 'dynamic-import' ? 'host-later' : 'host', sideEffects: false }
        : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'host' }, ({ path }) => ({
      contents: `module.exports = ${registry}.get(${JSON.stringify(path)})`,
    }))
    build.onLoad({ filter: /./, namespace: 'host-later' }, ({ path }) => ({
      contents: `export const then = (...done) => ${registry}.load(${JSON.stringify(path)}).then(...done)`,
    }))
  },
}
