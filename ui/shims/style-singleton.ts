/**
 * Replaces `react-style-singleton`, which Radix uses to lock scrolling behind a dialog. The original adds a `<style>`,
 * which `style-src 'self'` blocks; this one uses a sheet in `adoptedStyleSheets`.
 */
import { useEffect } from 'react'

/** Reference-counted styles: added by the first user, removed by the last. */
export const stylesheetSingleton = () => {
  const sheet = new CSSStyleSheet()
  let users = 0
  return {
    add: (styles: string) => {
      if (users === 0) {
        sheet.replaceSync(styles)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
      users += 1
    },
    remove: () => {
      users -= 1
      if (users === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    },
  }
}

/** The same as a hook. */
export const styleHookSingleton = () => {
  const singleton = stylesheetSingleton()
  return (styles: string, isDynamic?: boolean) => {
    useEffect(() => {
      singleton.add(styles)
      return singleton.remove
    }, [styles && isDynamic])
  }
}

/** The same as a component. */
export const styleSingleton = () => {
  const useStyle = styleHookSingleton()
  return ({ styles, dynamic }: { styles: string; dynamic?: boolean }) => {
    useStyle(styles, dynamic)
    return null
  }
}
