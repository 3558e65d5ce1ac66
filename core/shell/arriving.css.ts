import { vars } from '../../themes/contract.css.ts'
import { narrow } from '../../themes/media.ts'
import { pageStyle } from '../../themes/style.ts'

// boot.js has it from this browser's memory
const whenClosed = '[data-sidebar=closed] &'

/** The window while its code is on the way: the sidebar's place, and the page's head. */
export const layout = pageStyle({
  display: 'grid',
  height: '100dvh',
  gridTemplateColumns: `${vars.size.sidebar} minmax(0, 1fr)`,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
  selectors: { [whenClosed]: { gridTemplateColumns: `${vars.size.sidebarClosed} minmax(0, 1fr)` } },
})

/** The name has no room in a closed sidebar. */
export const brand = pageStyle({ selectors: { [whenClosed]: { visibility: 'hidden' } } })
