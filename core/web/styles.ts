import { styleSheetNotLoaded } from '../messages.ts'

/** Address of the style sheet for signed-in pages, as the build wrote it into the page. */
const styleSheetAddress = () => document.querySelector<HTMLMetaElement>('meta[name="styles"]')?.content

/**
 * Loads the rules of all signed-in pages; those of the first screens are in the page. Throws if they cannot be loaded.
 */
export const loadStyles = async () => {
  const href = styleSheetAddress()
  if (!href || document.querySelector('link[rel="stylesheet"]')) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  await new Promise<void>((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(styleSheetNotLoaded))
    }
    document.head.append(link)
  })
}
