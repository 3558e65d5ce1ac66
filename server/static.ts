import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { compressed, type Encoding, encodingFor, encodingName } from './compress.ts'
import { unknownPath } from './errors.ts'
import { pagePolicy } from './headers.ts'
import type { Installed } from './installed-plugins.ts'
import { integrityOf, joinScripts, joinStyles } from './joined-files.ts'
import type { Branding } from '../core/protocol/branding.ts'
import type { Servers } from '../core/protocol/servers.ts'
import { brandProperty } from '../core/protocol/brand-color.ts'
import type { BrandLogo, BrandSettings } from './branding.ts'
import { createPage, describeDeployment, rewritePaths, type Route, Screens, type Visitor } from './page.ts'
import { File } from './static-file.ts'
import { decodePercent } from '../core/protocol/address.ts'

/** Content of `manifest.json`; described in `build/build.mjs`. */
const Manifest = v.object({
  version: v.string(),
  mode: v.picklist(['production', 'development']),
  page: v.string(),
  files: v.record(v.string(), File),
  screens: v.optional(Screens),
})

type Served = {
  type: string
  etag: string
  immutable: boolean
  encodings: readonly Encoding[]
  read(encoding: Encoding): Promise<Buffer> | Buffer
}

/** Files of the browser build. */
export type Site = {
  version: string
  mode: 'production' | 'development'
  /** File at a path without its leading slash. */
  file(path: string): Served | undefined
  /** The page, served at every address of the console itself. */
  page: Served
  /** Content security policy of the page. */
  policy: string
  /** The page for a visitor at a raw path; `undefined` if the visitor is unknown. */
  pageFor(address: string, visitor: Visitor): string | undefined
}

const extension = { br: '.br', gz: '.gz', identity: '' }

/** The page without visitor data: rarely requested, so it is compressed on demand. */
const page = (text: string, file: v.InferOutput<typeof File>): Served => ({
  ...file,
  etag: createHash('sha256').update(text).digest('base64url').slice(0, 16),
  immutable: false,
  encodings: ['br', 'gz', 'identity'],
  read: (encoding) => compressed(Buffer.from(text), encoding),
})

type Described = Record<string, v.InferOutput<typeof File>>

/** Files of a build's folder, in the encodings that the build made. */
const filesOf = (folder: string, described: Described) =>
  Object.entries(described).map(([path, file]): [string, Served] => {
    const encodings: Encoding[] = [...(file.br ? ['br' as const] : []), ...(file.gz ? ['gz' as const] : []), 'identity']
    return [
      path,
      { ...file, encodings, read: (encoding) => readFile(join(folder, 'public', path) + extension[encoding]) },
    ]
  })

const routesOf = (plugins: readonly Installed[]): Route[] =>
  plugins.flatMap(({ id, manifest }) =>
    (manifest?.routes ?? []).map((route) => ({ ...route, plugin: id, scripts: manifest?.scripts ?? [] })),
  )

/** Adds what only the server knows to the import map of the page. */
const withModules = (html: string, imports: Record<string, string>, integrity: Record<string, string>) =>
  html.replace(/(<script type="importmap">)(.*?)(<\/script>)/s, (_, start: string, text: string, end: string) => {
    const map = JSON.parse(text) as { imports: Record<string, string> }
    const checked = Object.entries(integrity).map(([path, hash]) => [`/${path}`, hash])
    const importMap = {
      imports: { ...map.imports, ...imports },
      ...(checked.length > 0 && { integrity: Object.fromEntries(checked) }),
    }
    return start + JSON.stringify(importMap) + end
  })

const logoFile = ({ bytes, type }: BrandLogo): Served => ({
  type,
  etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 16),
  immutable: true,
  encodings: ['identity'],
  read: () => bytes,
})

const brandingOf = ({ name, logo, text, support }: BrandSettings, subpath: string): Branding => ({
  ...(name && { name }),
  ...(logo && { logo: `${subpath}/${logo.path}` }),
  ...(text && { text }),
  ...(support && { support }),
})

/** Adds a style sheet with the operator's color, which the page's policy allows like its others. */
const withColor = (html: string, color: string | undefined) =>
  color
    ? html.replace('<!-- visit -->', (mark) => `<style>:root{${brandProperty}:${color}}</style>\n    ${mark}`)
    : html

type SiteOptions = {
  subpath: string
  /** Path above `assets/`, if it is not `subpath`. */
  assets?: string | undefined
  frames?: string | undefined
  plugins?: readonly Installed[]
  brand?: BrandSettings | undefined
  servers?: Servers | undefined
}

/**
 * Opens a build, and joins the browser halves of the active plugins. The page is rewritten for a console below
 * `subpath`, and may frame the origins in `frames`; everything else is served unchanged.
 */
export const openSite = async (
  dist: string,
  { subpath, assets = subpath, frames, plugins = [], brand, servers }: SiteOptions,
): Promise<Site> => {
  const manifest = v.parse(Manifest, JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8')))
  const files = new Map(filesOf(dist, manifest.files))
  for (const { folder, manifest } of plugins)
    for (const [path, file] of filesOf(folder, manifest?.files ?? {})) files.set(path, file)
  const described = manifest.files[manifest.page]
  if (!described) throw new Error(`${join(dist, 'manifest.json')} does not list ${manifest.page}`)
  const read = (path: string) => readFile(join(dist, 'public', path), 'utf8')

  const { screens } = manifest
  const script = joinScripts(plugins)
  const styles = screens?.style ? joinStyles(await read(screens.style), plugins) : undefined
  for (const file of [script, ...(styles ? [styles] : [])]) files.set(file.path, file)
  const built = await read(manifest.page)
  const styled = styles && screens?.style ? built.replaceAll(`/${screens.style}`, `/${styles.path}`) : built
  const integrity = await integrityOf(plugins)
  const withImports = withModules(styled, { 'stowage/session': `/${script.path}` }, integrity)
  const template = withColor(rewritePaths(subpath, withImports, assets), brand?.color)
  const deployment = { ...(brand && { branding: brandingOf(brand, subpath) }), ...(servers && { servers }) }
  const main = page(brand || servers ? describeDeployment(template, deployment) : template, described)
  if (brand?.logo) files.set(brand.logo.path, logoFile(brand.logo))
  files.set(manifest.page, main)
  const first = screens && { ...screens, scripts: [...screens.scripts, script.path], style: styles?.path }
  return {
    version: manifest.version,
    mode: manifest.mode,
    file: (path) => files.get(path),
    page: main,
    policy: pagePolicy(template, frames),
    pageFor: first
      ? createPage(template, first, routesOf(plugins), { subpath, assets, integrity, ...deployment })
      : () => undefined,
  }
}

const matches = (header: string | undefined, etag: string) =>
  header !== undefined && header.split(',').some((entry) => ['*', etag, `W/${etag}`].includes(entry.trim()))

const send = async (request: FastifyRequest, reply: FastifyReply, file: Served) => {
  const encoding = encodingFor(request, file.encodings)
  const etag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const isCached = matches(request.headers['if-none-match'], etag)
  // two builds later this build's file is deleted
  const bytes = isCached ? undefined : await Promise.resolve(file.read(encoding)).catch(() => undefined)
  if (!isCached && !bytes) throw unknownPath(request)
  reply.headers({
    etag,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(file.encodings.length > 1 && { vary: 'accept-encoding' }),
    ...(encoding !== 'identity' && !isCached && { 'content-encoding': encodingName[encoding] }),
  })
  return isCached ? reply.code(304).send() : reply.type(file.type).send(bytes)
}

/** Whether an address below `/api/proxy/{namespace}/{tenant}` is a page, not a call or socket. */
const isProxiedPage = (path: string) => /^\/api\/proxy\/[^/]+\/[^/]+(?!\/(?:api|ws)\/)(?:\/|$)/.test(path)

/** Finds out who visits a page. */
export type FindVisitor = (request: FastifyRequest, reply: FastifyReply) => Promise<Visitor>

/** Whether a browser navigates to a page of this console, not of a proxied one. */
const isNavigation = (path: string, { headers }: FastifyRequest) =>
  String(headers.accept).includes('text/html') && path !== '/oauth_callback' && !isProxiedPage(path)

const sendPage = async (request: FastifyRequest, reply: FastifyReply, html: string) => {
  const encoding = encodingFor(request)
  reply.headers({
    'cache-control': 'no-store',
    vary: 'accept-encoding',
    ...(encoding !== 'identity' && { 'content-encoding': encodingName[encoding] }),
  })
  return reply.type('text/html; charset=utf-8').send(await compressed(Buffer.from(html), encoding))
}

/** Serves a file, or the page at every other address except calls, sockets and unknown assets (404). */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site | undefined,
  findVisitor?: FindVisitor,
) => {
  const path = (request.raw.url ?? '/').split('?')[0] ?? '/'
  const isCall = /^\/(api|ws)(\/|$)/.test(path) && !isProxiedPage(path)
  if (isCall || !site) throw unknownPath(request)
  const file = site.file(decodePercent(path.slice(1)))
  if (!file && path.startsWith('/assets/')) throw unknownPath(request)
  const html =
    !file && findVisitor && isNavigation(path, request)
      ? site.pageFor(request.raw.url ?? '/', await findVisitor(request, reply))
      : undefined
  if (!file) reply.header('content-security-policy', site.policy)
  return html === undefined ? send(request, reply, file ?? site.page) : sendPage(request, reply, html)
}
