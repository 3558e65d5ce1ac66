import { base } from './base.ts'

/** Result of the build check: the server is unreachable, or has the same or another build. */
export type BuildCheck = 'unreachable' | 'same' | 'other'

/**
 * Compares this tab's build with the server's. With another build, chunks that this tab requests may be gone, and only
 * a reload helps.
 */
export const checkBuild = async (): Promise<BuildCheck> => {
  const running = document.querySelector('script[type=module][src]')?.getAttribute('src')
  try {
    const page = await fetch(`${base}/`, { cache: 'no-store' })
    if (!page.ok) return 'unreachable'
    return !running || (await page.text()).includes(running) ? 'same' : 'other'
  } catch {
    return 'unreachable'
  }
}
