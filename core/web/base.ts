/**
 * Base path of the console, without a trailing slash; empty at the root of a host. Below `/api/proxy/` it is the first
 * four segments of the path (spec/1 2.1), otherwise the path that the server wrote into the page.
 */
export const basePath = (path: string, written = '/') =>
  path.match(/^\/api\/proxy\/[^/]+\/[^/]+/)?.[0] ?? written.replace(/\/+$/, '')

export const base = basePath(window.location.pathname, document.documentElement.dataset.base)
