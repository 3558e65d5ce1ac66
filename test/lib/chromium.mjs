import { existsSync } from 'node:fs'

/**
 * The browser that tests run in: the one that `CHROMIUM` names, or this machine's. The headless shell comes first: it
 * draws the same pages with a quarter less of the processor, since it brings no windows of its own.
 */
export const chromium =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  '/usr/bin/chromium'
