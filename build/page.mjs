import { join, relative } from 'node:path'
import { entries, onDemand } from './bundles.mjs'
import { kit as kitName, sharedPackages } from './layers.mjs'

/**
 * A bundle's outputs by their path below `folder`, for all that follows: `{ entryPoint, style, imports }` each, where
 * `imports` are the outputs that it loads at once and `style` is its style sheet.
 */
export const outputsBelow = (folder, root, metafile) => {
  const below = (path) => relative(folder, join(root, path))
  return Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, { entryPoint, cssBundle, imports }]) => {
      const atOnce = imports.filter(({ kind, external }) => kind === 'import-statement' && !external)
      return [
        below(path),
        { entryPoint, style: cssBundle && below(cssBundle), imports: atOnce.map(({ path }) => below(path)) },
      ]
    }),
  )
}

/** The output that a source file became, where it is an entry or loaded on demand. */
export const outputOf = (outputs, source) => Object.keys(outputs).find((path) => outputs[path].entryPoint === source)

/** These outputs and everything that they import at once: what the browser must have before they run. */
export const closure = (outputs, ...starts) => {
  const seen = new Set(starts)
  for (const path of seen) for (const next of outputs[path].imports) seen.add(next)
  return [...seen]
}

/** Which outputs a source loads on demand, by the bundler's own list. */
export const loadedBy = (metafile, outputs, source) =>
  (metafile.inputs[source]?.imports ?? [])
    .filter(({ kind }) => kind === 'dynamic-import')
    .flatMap(({ path }) => outputOf(outputs, path) ?? [])

/**
 * The page's parts: its main script and what that imports at once, its style sheet and fonts, the theme's script and
 * the icon.
 */
export const parts = (outputs) => {
  const main = outputOf(outputs, entries.main)
  return {
    main,
    preload: closure(outputs, main).slice(1),
    kit: outputOf(outputs, entries.kit),
    style: Object.keys(outputs).find((path) => path.endsWith('.css')),
    fonts: Object.keys(outputs).filter((path) => path.endsWith('.woff2')),
    boot: outputOf(outputs, entries.boot),
    icon: Object.keys(outputs).find((path) => /^assets\/icon-\w+\.svg$/.test(path)),
  }
}

/** The text of a script or a style sheet as it stands in the page: its map would be looked for beside the page. */
export const inlined = (text) => text.replace(/\n?\/[/*]# sourceMappingURL=.*\n?$/, '')

/** The style sheet as it stands in the page, where what it loads lies in another folder. */
const styleIn = (text) => inlined(text).replace(/url\("?\.\/([^")]+)"?\)/g, 'url(/assets/$1)')

/** Where scripts find what they import of the core by name. */
const importMap = (kit) =>
  JSON.stringify({ imports: Object.fromEntries([kitName, ...sharedPackages].map((name) => [name, `/${kit}`])) })

/**
 * The page: the template's `<!-- head -->` becomes the links. The theme's script comes first, inside of the page, so
 * that nothing is painted in the wrong theme and nothing waits for it; the icon and the first screens' rules are inside
 * too, so that one of them is painted when the page has come; the fonts come before the scripts, which no first screen
 * waits for. `styles` is the address of the style sheet that comes with a session. Every address begins `="/`, `:"/` or
 * `url(/`, which is what a server under a base path rewrites.
 */
export const fillPage = (template, { main, kit, fonts, preload }, { boot, icon, style, styles }) => {
  const lines = [
    boot && `<script>${boot}</script>`,
    kit && `<script type="importmap">${importMap(kit)}</script>`,
    icon && `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">`,
    style && `<style>${styleIn(style)}</style>`,
    styles && `<meta name="styles" content="/${styles}">`,
    ...fonts.map((path) => `<link rel="preload" href="/${path}" as="font" type="font/woff2" crossorigin>`),
    ...preload.map((path) => `<link rel="modulepreload" href="/${path}" fetchpriority="low">`),
    `<script type="module" src="/${main}" fetchpriority="low"></script>`,
  ]
  if (!template.includes('<!-- head -->')) throw new Error('index.html has no line `<!-- head -->` for the links')
  return template.replace('<!-- head -->', () => lines.filter(Boolean).join('\n    '))
}

/**
 * What the server has to know of the first screens: how they look, which scripts come with a session, and which on top
 * of them with a route's page. A plugin's pages come together.
 */
export const screensOf = ({ screens, routes }, metafile, outputs) => {
  const { main, preload, style } = parts(outputs)
  const shell = closure(outputs, outputOf(outputs, onDemand.session)).filter(
    (path) => path !== main && !preload.includes(path),
  )
  const known = new Set([main, ...preload, ...shell])
  const scripts = (plugin) =>
    closure(outputs, ...loadedBy(metafile, outputs, `plugins/${plugin}/plugin.ts`)).filter((path) => !known.has(path))
  return {
    ...screens,
    scripts: shell,
    style,
    routes: routes.map((route) => ({ ...route, scripts: scripts(route.plugin) })),
  }
}
