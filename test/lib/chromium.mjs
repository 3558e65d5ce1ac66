import { existsSync } from 'node:fs'

/**
 * Chromium that tests run in: the program that `CHROMIUM` names, or the one of this machine. The headless shell comes
 * first, because it draws the same pages with a quarter less CPU time. The test runner sets `CHROMIUM` to the
 * Chromium of a development dependency where this machine has none (`test/runner/bundled-chromium.mjs`).
 */
export const chromium =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  '/usr/bin/chromium'

/** Environment of Chromium: the bundled one brings shared libraries and fonts, for a machine that lacks them. */
export const chromiumEnv = () => {
  const { CHROMIUM_LIBRARIES: libraries, CHROMIUM_FONTS: fonts } = process.env
  return {
    ...process.env,
    // Every Debian has C.UTF-8: in a locale that is not installed, files whose names are not ASCII cannot be read. The
    // bundled version takes en-US@posix for its language there, which Intl refuses.
    LC_ALL: chromium.includes('node_modules') ? 'en_US.UTF-8' : 'C.UTF-8',
    ...(libraries && { LD_LIBRARY_PATH: libraries }),
    ...(fonts && { FONTCONFIG_PATH: fonts }),
  }
}
