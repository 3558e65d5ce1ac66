/**
 * Base path of the console, without a trailing slash; empty at the root of a host. For a path below `/api/proxy/` these
 * are its first four segments (spec/1 2.1), otherwise what the server wrote into the page.
 */
export const basePath = (path: string, written = '/') =>
  path.match(/^\/api\/proxy\/[^/]+\/[^/]+/)?.[0] ?? written.replace(/\/+$/, '')

/** Base path of this page. */
export const base = basePath(window.location.pathname, document.documentElement.dataset.base)
