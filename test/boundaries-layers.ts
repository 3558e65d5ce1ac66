import type { Metafile } from 'esbuild'

/** Measured by the build: bytes as sent, or numbers of files; `page` is the page that needs most. */
export type Size = { name: string; value: number; unit: 'bytes' | 'files'; page?: string }

/** Maximum sizes. Those in bytes leave 2 % above the size on the day when they were set. */
export const sizeLimits: Readonly<Record<string, number>> = {
  'first load of /login, script': 88_500,
  'first load of /login, everything': 124_000,
  'first load of /login, scripts': 2,
  'signed-in shell, script': 176_000,
  'signed-in shell, style': 20_700,
  'any later page, script on top': 58_600,
  'scripts of one page': 6,
}

/** Sizes above their limit, or without one, a sentence each. */
export const tooLarge = (sizes: readonly Size[]): string[] =>
  sizes.flatMap(({ name, value, unit, page }) => {
    const limit = sizeLimits[name]
    if (limit !== undefined && value <= limit) return []
    return [`${name}: ${value} ${unit}, the limit is ${limit}${page ? ` (${page})` : ''}`]
  })

/** Packages without state: two scripts of a page may each contain a copy. */
const stateless = [
  'valibot',
  'lucide-react',
  '@tanstack/react-virtual',
  '@tanstack/virtual-core',
  'pdfjs-dist',
  '@floating-ui/core',
  '@floating-ui/dom',
  '@floating-ui/utils',
]

/**
 * Parts of Radix in its tabs, which belong to the core, and in its menus, which load on demand. Tabs and menus share no
 * context; the layers and focus scopes of dialogs and menus are not among them.
 */
const inTabsAndMenus = [
  'primitive',
  'react-collection',
  'react-compose-refs',
  'react-context',
  'react-direction',
  'react-id',
  'react-presence',
  'react-primitive',
  'react-roving-focus',
  'react-slot',
  'react-use-callback-ref',
  'react-use-controllable-state',
  'react-use-effect-event',
  'react-use-is-hydrated',
  'react-use-layout-effect',
].map((name) => `@radix-ui/${name}`)

const packageOf = (path: string) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1]

/** Styles and messages have no state: each script that imports them may contain a copy. */
const isOfCore = (path: string) =>
  /^(core|entry|themes)\//.test(path) && !/\.css\.ts$|\/messages\.ts$/.test(path) && path !== 'entry/classes.ts'

/** Modules of the core, and packages with state, that several scripts contain: a page would have two instances. */
export const copiesIn = ({ outputs }: Pick<Metafile, 'outputs'>): string[] => {
  const holders = new Map<string, Set<string>>()
  for (const [output, { inputs }] of Object.entries(outputs)) {
    for (const path of Object.keys(inputs)) {
      const name = packageOf(path) ?? (isOfCore(path) ? path : undefined)
      if (!output.endsWith('.js') || !name || [...stateless, ...inTabsAndMenus].includes(name)) continue
      holders.set(path, (holders.get(path) ?? new Set()).add(output))
    }
  }
  return [...holders].filter(([, scripts]) => scripts.size > 1).map(([path]) => path)
}
