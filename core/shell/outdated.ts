import { base } from '../base.ts'

/**
 * Whether the server has another build than this tab: then a chunk that this tab asks for may be gone, and only loading
 * the page again helps. False when the server does not answer.
 */
export const isOutdated = async () => {
  const running = document.querySelector('script[type=module][src]')?.getAttribute('src')
  try {
    const page = await (await fetch(`${base}/`, { cache: 'no-store' })).text()
    return !!running && !page.includes(running)
  } catch {
    return false
  }
}
