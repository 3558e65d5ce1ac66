import { brotliCompressSync } from 'node:zlib'
import { closure, parts } from './page.mjs'

const sentSize = (file) => file.br ?? file.size

const compressedSize = (texts) => brotliCompressSync(texts.join('\n')).length

/**
 * Measures what the browser must fetch, in bytes as sent (brotli where a file has it) and in files: `{ name, value,
 * unit, page }` for each, where `page` is the source of the page that needs most. Takes what `assemble` and
 * `buildPlugins` return; the server joins manifests and style rules of the plugins into one file each.
 */
export const measure = ({ outputs, contents, manifest: { files } }, plugins) => {
  const { main, kit, fonts, style } = parts(outputs)
  const total = (paths, from = files) => [...new Set(paths)].reduce((sum, path) => sum + sentSize(from[path]), 0)
  const forLogin = closure(outputs, main)
  const forShell = kit ? closure(outputs, main, kit) : forLogin
  const session = compressedSize(plugins.map(({ manifest }) => manifest.browser ?? ''))
  const styles =
    style in files ? [Buffer.from(contents.get(style)), ...plugins.map(({ manifest }) => manifest.style ?? '')] : []
  const pages = plugins.flatMap(({ pages, manifest }) => pages.map((one) => ({ ...one, files: manifest.files })))
  const largest = (sizeOf) =>
    pages
      .map((one) => ({ page: one.page, value: sizeOf(one) }))
      .reduce((most, one) => (one.value > most.value ? one : most), { value: 0 })

  return [
    { name: 'first load of /login, script', value: total(forLogin) },
    { name: 'first load of /login, everything', value: total([...forLogin, ...fonts, 'index.html']) },
    { name: 'first load of /login, scripts', value: forLogin.length, unit: 'files' },
    { name: 'signed-in shell, script', value: total(forShell) + session },
    { name: 'signed-in shell, style', value: styles.length > 0 ? compressedSize(styles) : 0 },
    { name: 'any later page, script on top', ...largest(({ scripts, files }) => total(scripts, files)) },
    { name: 'scripts of one page', ...largest(({ scripts }) => forShell.length + 1 + scripts.length), unit: 'files' },
  ].map((one) => ({ unit: 'bytes', ...one }))
}
