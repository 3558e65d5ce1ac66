import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const rules = (scripts: readonly string[], styles: readonly string[], frames: readonly string[] = []) =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // only previews, and proxied consoles on their own origins, may be framed
    `frame-src ${["'self'", ...frames].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Content security policy of a page, which also allows the scripts and style sheets inlined in it. */
export const pagePolicy = (html: string, frames?: string) => {
  const named = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}(?: type="importmap")?>(.*?)</${element}>`, 'gs'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  return rules(named('script'), named('style'), frames === undefined ? [] : [frames])
}

const always = {
  'content-security-policy': rules([], []),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Policy of assets: they cannot be framed and load nothing, even as a worker. */
const ofAssets = {
  'content-security-policy': "default-src 'none'; script-src 'self'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** Sets the security headers of every response; a handler may override them (a download has a stricter sandbox). */
export const secure = (request: FastifyRequest, reply: FastifyReply) => {
  if (request.url.startsWith('/assets/')) return void reply.headers(ofAssets)
  reply.headers(always).header('x-request-id', request.id)
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
}
