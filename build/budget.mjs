import { onDemand } from './bundles.mjs'
import { closure, outputOf, parts } from './page.mjs'

const onWire = (file) => file.br ?? file.size

/**
 * Measures what the browser must fetch, in bytes as sent (brotli where a file has it) and in files, against what is
 * allowed: `{ name, value, unit, limit, ok }` for each. `outputs` as of `outputsBelow`, `files` as of the manifest.
 */
export const measure = (outputs, files) => {
  const { main, fonts, style } = parts(outputs)
  const total = (paths) => [...new Set(paths)].reduce((sum, path) => sum + onWire(files[path]), 0)
  const scripts = (...sources) =>
    closure(outputs, main, ...sources.map((source) => outputOf(outputs, source)).filter(Boolean))

  const forLogin = scripts()
  const forShell = scripts(onDemand.session)
  const pages = Object.values(outputs).flatMap(({ entryPoint }) =>
    /^plugins\/[^/]+\/pages\//.test(entryPoint) ? [entryPoint] : [],
  )
  const most = Math.max(0, ...pages.map((page) => scripts(onDemand.session, page).length))
  const heaviest = Math.max(
    0,
    ...pages.map((page) => total(scripts(onDemand.session, page)) - total(scripts(onDemand.session))),
  )

  return [
    ['first load of /login, script', total(forLogin), 92_000],
    ['first load of /login, everything', total([...forLogin, ...fonts, 'index.html']), 130_000],
    ['signed-in shell, script', total(forShell), 184_000],
    ['signed-in shell, style', style in files ? total([style]) : 0, 30_000],
    ['any later page, script on top', heaviest, 70_000],
    // what pages share is one chunk where each thing loaded on demand reaches `core/chunks.ts`, by `ui/page.tsx` or by
    // itself
    ['scripts of one page', most, 10, 'files'],
  ].map(([name, value, limit, unit = 'bytes']) => ({ name, value, unit, limit, ok: value <= limit }))
}
