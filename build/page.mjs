import { join, relative } from 'node:path'
import { entries } from './bundles.mjs'
import { kit as kitName, sharedModules } from './layers.mjs'

/**
 * Outputs of a bundle by their path below `folder`, as `{ entryPoint, style, imports }`: `imports` are static imports,
 * `style` is the style sheet.
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

/** Output of a source file that is an entry or loaded on demand. */
export const outputOf = (outputs, source) => Object.keys(outputs).find((path) => outputs[path].entryPoint === source)

/** These outputs and all their static imports: what the browser needs before they run. */
export const closure = (outputs, ...starts) => {
  const seen = new Set(starts)
  for (const path of seen) for (const next of outputs[path].imports) seen.add(next)
  return [...seen]
}

/** Parts of the page: main script with its static imports, style sheet and fonts, theme script and icon. */
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

/** Script or style sheet to inline: without its source map comment, which would resolve relative to the page. */
export const inlined = (text) => text.replace(/\n?\/[/*]# sourceMappingURL=.*\n?$/, '')

/** Style sheet to inline, with `url()` paths adjusted because its assets are in another folder. */
const styleIn = (text) => inlined(text).replace(/url\("?\.\/([^")]+)"?\)/g, 'url(/assets/$1)')

/** Import map that resolves the core's specifier to its built file. */
const importMap = (kit) =>
  JSON.stringify({ imports: Object.fromEntries([kitName, ...sharedModules].map((name) => [name, `/${kit}`])) })

/**
 * Fills the template: `<!-- head -->` is replaced by links, scripts and styles. The theme script comes first and is
 * inlined, so nothing is painted in the wrong theme and nothing waits for it. The icon and the rules of the first
 * screens are inlined too, so a screen is painted as soon as the page arrives. Fonts come before the scripts, which no
 * first screen waits for. `styles` is the address of the style sheet for signed-in pages. Every address begins with
 * `="/`, `:"/` or `url(/`, which a server under a base path rewrites.
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
 * Information on the prerendered screens for the server: their HTML, the scripts that a session loads besides the
 * joined one, and the core's style sheet.
 */
export const screensOf = (screens, outputs) => {
  const { main, kit, preload, style } = parts(outputs)
  const scripts = closure(outputs, kit).filter((path) => path !== main && !preload.includes(path))
  return { ...screens, scripts, style }
}
