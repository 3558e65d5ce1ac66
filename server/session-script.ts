/** Browser manifest of a plugin: a CommonJS module. */
type Manifest = { id: string; browser: string }

/** Name of the core's file in the page's import map. */
const core = 'stowage'

/**
 * Joins the browser manifests of plugins into the script that starts the signed-in console, so that they take one
 * request together. A manifest that throws is left out. All modules that manifests import are in the core's file.
 */
export const sessionScript = (manifests: readonly Manifest[]): string => `import * as kit from '${core}'
const load = (id, run) => {
  const module = { exports: {} }
  try {
    run(module, module.exports, () => kit)
  } catch (error) {
    return kit.refusePlugin(id, String(error))
  }
  return module.exports.default
}
const plugins = kit.usablePlugins([
${manifests
  .map(({ id, browser }) => `load(${JSON.stringify(id)}, (module, exports, require) => {\n${browser}\n}),`)
  .join('\n')}
])
export const signedIn = kit.createConsole(plugins)
export const pageAt = kit.createPageLoader(plugins)
`
