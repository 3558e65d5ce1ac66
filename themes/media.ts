// a sheet of paper is narrow, but has the rows of a wide window
/** Below 720 px: the sidebar is a sheet, controls are 40 px high, table rows have two lines. */
export const narrow = 'screen and (max-width: 719px)'
/** Below 1024 px. */
export const medium = 'screen and (max-width: 1023px)'
/** Below 1200 px the help panel overlays the page. */
export const helpOverlay = '(max-width: 1199px)'
/** Below 1440 px a toolbar with many buttons shows some of them without labels. */
export const compactToolbar = '(max-width: 1439px)'
/** From 1600 px on content stops growing. */
export const extraWide = '(min-width: 1600px)'
/** No hover, so controls must not depend on it. */
export const noHover = '(hover: none)'
/** Reduced motion is preferred. */
export const reducedMotion = '(prefers-reduced-motion: reduce)'
/** Forced-colors mode. */
export const forcedColors = '(forced-colors: active)'

/** Selectors for rules of one theme. */
export const inDark = '[data-theme=dark] &'
export const inContrast = '[data-theme=contrast] &'
