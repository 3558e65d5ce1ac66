import { base } from '../base.ts'

/** How the server stands to this tab: it does not answer, it has the same build, or another one. */
export type Standing = 'unreachable' | 'same' | 'other'

/**
 * Asks the server for its page and compares builds. With another one a chunk that this tab asks for may be gone, and
 * only loading the page again helps.
 */
export const standing = async (): Promise<Standing> => {
  const running = document.querySelector('script[type=module][src]')?.getAttribute('src')
  try {
    const page = await (await fetch(`${base}/`, { cache: 'no-store' })).text()
    return !running || page.includes(running) ? 'same' : 'other'
  } catch {
    return 'unreachable'
  }
}
