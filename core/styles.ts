/** The address of the style sheet that comes with a session, as the build wrote it into the page. */
const address = () => document.querySelector<HTMLMetaElement>('meta[name="styles"]')?.content

/**
 * Loads the rules of all that comes with a session; those of the first screens are in the page. Throws where they do
 * not come.
 */
export const loadStyles = async () => {
  const href = address()
  if (!href || document.querySelector('link[rel="stylesheet"]')) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  await new Promise<void>((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error('The style sheet of the console did not come'))
    }
    document.head.append(link)
  })
}
