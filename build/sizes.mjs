import { onDemand } from './bundles.mjs'
import { closure, loadedBy, outputOf, parts } from './page.mjs'

const onWire = (file) => file.br ?? file.size

/**
 * Measures what the browser has to fetch, in bytes as sent (brotli where available) and in files, as `{ name, value,
 * unit, page }`; `page` is the source of the largest page. `outputs` comes from `outputsBelow`, `files` from the
 * manifest, `metafile` from `buildBrowser`.
 */
export const measure = (outputs, files, metafile) => {
  const { main, fonts, style } = parts(outputs)
  const total = (paths) => [...new Set(paths)].reduce((sum, path) => sum + onWire(files[path]), 0)
  const scripts = (...sources) =>
    closure(outputs, main, ...sources.map((source) => outputOf(outputs, source)).filter(Boolean))

  const forLogin = scripts()
  const forShell = scripts(onDemand.session)
  const pages = Object.keys(metafile.inputs)
    .filter((path) => /^plugins\/[^/]+\/plugin\.ts$/.test(path))
    .flatMap((path) => loadedBy(metafile, outputs, path))
    .map((path) => outputs[path].entryPoint)
    .map((page) => ({ page, paths: scripts(onDemand.session, page) }))
  const largest = (sizeOf) =>
    pages
      .map(({ page, paths }) => ({ page, value: sizeOf(paths) }))
      .reduce((most, one) => (one.value > most.value ? one : most), { value: 0 })

  return [
    { name: 'first load of /login, script', value: total(forLogin) },
    { name: 'first load of /login, everything', value: total([...forLogin, ...fonts, 'index.html']) },
    { name: 'first load of /login, scripts', value: forLogin.length, unit: 'files' },
    { name: 'signed-in shell, script', value: total(forShell) },
    { name: 'signed-in shell, style', value: style in files ? total([style]) : 0 },
    { name: 'any later page, script on top', ...largest((paths) => total(paths) - total(forShell)) },
    { name: 'scripts of one page', ...largest((paths) => paths.length), unit: 'files' },
  ].map((one) => ({ unit: 'bytes', ...one }))
}
