import { hasChromium } from '../lib/browser.ts'
import { openBuiltPage } from '../lib/built-page.ts'
import { atMost } from '../lib/measure.ts'

declare const mountOnce: () => { took: number; drawn: number }

/** Measures a table of 100,000 rows, mounted as in production: the median of nine mounts after a first one. */
export const measure = async () => {
  if (!hasChromium) return []
  const { page, close } = await openBuiltPage('test/bench/table-page.tsx')
  await page.waitForFunction('window.mountOnce')
  const mounts = await page.evaluate(() => Array.from({ length: 10 }, () => mountOnce()))
  await close()
  if (mounts.some(({ drawn }) => drawn < 10)) throw new Error('The table drew no rows')
  const times = mounts
    .slice(1)
    .map(({ took }) => took)
    .sort((a, b) => a - b)
  return [atMost('mount of a table with 100,000 rows', times[4] ?? Number.NaN, 'ms', 50)]
}
