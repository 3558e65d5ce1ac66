/**
 * The path below which the console stands, without a slash at its end; empty at the root of a host. A path below
 * `/api/proxy/` gives its first four segments (spec/1 2.1), any other one what the server wrote into the page.
 */
export const basePath = (path: string, written = '/') =>
  path.match(/^\/api\/proxy\/[^/]+\/[^/]+/)?.[0] ?? written.replace(/\/+$/, '')

/** This page's own base path, fixed while it is open. */
export const base = basePath(window.location.pathname, document.documentElement.dataset.base)
