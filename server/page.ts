import * as v from 'valibot'
import { firstCallAddress, matchPath, fillTitle } from '../core/protocol/address.ts'
import type { Branding } from '../core/protocol/branding.ts'
import type { core } from '../core/protocol/calls.ts'
import type { Servers } from '../core/protocol/servers.ts'
import { displayName } from '../core/protocol/format.ts'

/** A route of a plugin, as the build describes it. */
export const PluginRoute = v.object({
  path: v.string(),
  page: v.string(),
  layout: v.picklist(['shell', 'bare']),
  title: v.string(),
  first: v.optional(
    v.object({
      path: v.custom<`/api/v1/${string}`>((path) => typeof path === 'string' && path.startsWith('/api/v1/')),
      query: v.optional(v.record(v.string(), v.string())),
      without: v.optional(v.array(v.string())),
    }),
  ),
})

/** A route with its plugin and the scripts of its page; those that come with every session are left out. */
export type Route = v.InferOutput<typeof PluginRoute> & { plugin: string; scripts: readonly string[] }

const Screen = v.object({ title: v.string(), html: v.string() })

/** Prerendered screens from the build (`core/prerender.tsx`). */
export const Screens = v.object({
  /** Variants of the login page by name. */
  login: v.record(v.string(), Screen),
  /** Frame of the shell around a page that is loading. */
  frame: Screen,
  /** Scripts and style sheet of the signed-in app. */
  scripts: v.array(v.string()),
  style: v.optional(v.string()),
})
type Screens = v.InferOutput<typeof Screens>

type Session = v.InferInput<(typeof core.session)['reply']>
type Strategy = v.InferInput<(typeof core.strategy)['reply']>

/** Visitor of a page: with a session, or without one and perhaps unable to sign in for now; `undefined` if unknown. */
export type Visitor =
  | { session: Session }
  | { strategy: Strategy; certain: boolean }
  | { failure: { status: number; message: string; detail?: string | undefined }; certain: boolean }
  | Record<never, never>

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => named[char] ?? char)

/** Fills the `{{name}}` placeholders that the build left. */
const fillPlaceholders = (html: string, placeholders: Record<string, string>) =>
  html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escaped(placeholders[name] ?? ''))

/** JSON for a script element, in which `<` is escaped. */
const data = (value: unknown) =>
  `<script type="application/json" id="initial-state">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`

/** Title element. Titles of the build end with the product's name. */
const brandedTitle = (title: string, branding: Branding | undefined) =>
  `<title>${branding?.name ? title.replace(/Stowage(?=( Operator)?$)/, () => escaped(branding.name ?? '')) : title}</title>`

/** Configuration that the page has from the start. */
export type Deployment = { branding?: Branding; servers?: Servers }

/** Adds the deployment to a page without a visitor. */
export const describeDeployment = (page: string, deployment: Deployment) =>
  page
    .replace(/<title>(.*)<\/title>/, (_, title: string) => brandedTitle(title, deployment.branding))
    .replace('<!-- initial state -->', () => data(deployment))

/** The route of a path, and whether the session has its page; the home page's for a path without a page. */
const routeAt = (routes: readonly Route[], { pages, plugins, withheld = [] }: Session, path: string) => {
  const available = routes.filter(({ plugin }) => plugins.includes(plugin))
  const granted = available.filter(({ page }) => pages.includes(page))
  const refused = available.filter((route) => withheld.some(({ page }) => page === route.page))
  const home = path === '/' || path === '/login' ? granted.find((route) => !/[:*]/.test(route.path))?.path : undefined
  for (const route of [...granted, ...refused]) {
    const params = matchPath(route.path, home ?? path)
    if (params) return { route, params, granted: granted.includes(route) }
  }
  return undefined
}

/** Rewrites HTML of the build for a console below a path, whose assets may be below another one. */
export const rewritePaths = (subpath: string, html: string, assets = subpath) =>
  html
    .replaceAll(/="\/(?!assets\/)/g, `="${subpath}/`)
    .replaceAll(/(="|:"|[{,]"|url\()\/assets\//g, `$1${assets}/assets/`)

/**
 * Renders the page for a visitor at a raw address of the console: with the screen that is shown before any script runs,
 * the data that the console would request first, and preload links for the address. `page` is the build's, rewritten
 * for `subpath`; `integrity` has the hashes of scripts by path. With branding or several servers it has no screen,
 * since those of the build have the product's own name and logo, and one server.
 */
export const createPage = (
  page: string,
  screens: Screens,
  routes: readonly Route[],
  {
    subpath,
    assets = subpath,
    integrity = {},
    ...deployment
  }: Deployment & { subpath: string; assets?: string; integrity?: Readonly<Record<string, string>> },
) => {
  const { branding, servers } = deployment
  // with the integrity of the import map, otherwise the browser would download the script twice
  const script = (path: string) =>
    `<link rel="modulepreload" href="${assets}/${path}"${integrity[path] ? ` integrity="${integrity[path]}"` : ''}>`

  // the frame is inlined, and what replaces it needs the scripts; browsers delay requests of low priority
  const signedInPage = page.replaceAll(' fetchpriority="low"', '')

  const write = (
    template: string,
    { title, html }: v.InferOutput<typeof Screen>,
    placeholders: Record<string, string>,
    links: string[],
    initialState: object,
  ) =>
    template
      .replace(/<title>.*<\/title>/, () => brandedTitle(fillPlaceholders(title, placeholders), branding))
      .replace('<!-- visit -->', () => links.join('\n    '))
      .replace('<!-- screen -->', () =>
        branding || servers ? '' : fillPlaceholders(rewritePaths(subpath, html, assets), placeholders),
      )
      .replace('<!-- initial state -->', () => data({ ...initialState, ...deployment }))

  const signedIn = (session: Session, address: string) => {
    const [path = '', search] = address.split('?')
    const match = routeAt(routes, session, path)
    const first = match?.granted && match.route.first && firstCallAddress(match.route.first, match.params, search)
    const links = [
      // same mode and credentials as `fetch`, otherwise the browser would request it twice
      ...(first ? [`<link rel="preload" as="fetch" crossorigin href="${escaped(subpath + first)}">`] : []),
      ...(screens.style ? [`<link rel="preload" as="style" href="${assets}/${screens.style}">`] : []),
      ...[...screens.scripts, ...(match?.granted ? match.route.scripts : [])].map(script),
    ]
    const title = match ? displayName(fillTitle(match.route.title, match.params)) : '404 Not Found'
    const screen = match?.route.layout === 'bare' ? { ...screens.frame, html: '' } : screens.frame
    return write(signedInPage, screen, { title }, links, { session, title })
  }

  const signedOut = ({ strategy, certain }: { strategy: Strategy; certain: boolean }) => {
    const { loginStrategy, redirect = '', form, server = '', version = '' } = strategy
    const variant = loginStrategy === 'redirect' && form ? 'redirect and form' : loginStrategy
    const withLdap = strategy.ldap && (loginStrategy === 'form' || form) ? `${variant} with LDAP` : variant
    const name = loginStrategy === 'form' && strategy.session_token ? 'form for any keys' : withLdap
    const screen = screens.login[server ? `${name} at a server` : name]
    return screen && write(page, screen, { redirect, server, version }, [], { strategy, certain })
  }

  return (address: string, visitor: Visitor): string | undefined => {
    if ('session' in visitor) return signedIn(visitor.session, address)
    if ('strategy' in visitor) return signedOut(visitor)
    const { unreachable } = screens.login
    if (!('failure' in visitor) || !unreachable) return undefined
    return write(page, unreachable, { message: visitor.failure.message }, [], visitor)
  }
}
