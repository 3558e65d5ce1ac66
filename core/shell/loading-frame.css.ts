import { vars } from '../../themes/contract.css.ts'
import { narrow } from '../../themes/media.ts'
import { pageStyle } from '../../themes/style.ts'

// set by boot.js from local storage
const whenClosed = '[data-sidebar=closed] &'

/** Loading frame: space for the sidebar, and the page's header. */
export const layout = pageStyle({
  display: 'grid',
  height: '100dvh',
  gridTemplateColumns: `${vars.size.sidebar} minmax(0, 1fr)`,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
  selectors: { [whenClosed]: { gridTemplateColumns: `${vars.size.sidebarClosed} minmax(0, 1fr)` } },
})

/** Hidden in the collapsed sidebar, which has no room for it. */
export const brand = pageStyle({ selectors: { [whenClosed]: { visibility: 'hidden' } } })
