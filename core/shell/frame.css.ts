import { vars } from '../../themes/contract.css.ts'
import { flexColumn } from '../../themes/fragments.ts'
import { narrow } from '../../themes/media.ts'
import { pageGlobal, pageStyle, pageVariants } from '../../themes/style.ts'

const grid = {
  position: 'relative',
  display: 'grid',
  height: '100dvh',
  overflow: 'hidden',
  transition: `grid-template-columns ${vars.motion.slow} ${vars.motion.out}`,
} as const

const content = 'minmax(0, 1fr)'
const alone = { [narrow]: { gridTemplateColumns: content } }

export const layout = pageVariants({
  open: { ...grid, gridTemplateColumns: `${vars.size.sidebar} ${content}`, '@media': alone },
  closed: { ...grid, gridTemplateColumns: `${vars.size.sidebarClosed} ${content}`, '@media': alone },
  bare: { ...grid, gridTemplateColumns: content },
})

export const frame = pageStyle({ position: 'relative', ...flexColumn(), minWidth: 0, minHeight: 0 })

export const menuButton = pageStyle({ display: 'none', '@media': { [narrow]: { display: 'contents' } } })

/** Skip link: first in the tab order, visible only while focused. */
export const skip = pageStyle({
  position: 'fixed',
  zIndex: vars.z.tooltip,
  top: vars.space[3],
  left: vars.space[3],
  selectors: { '&:not(:focus-within)': { clipPath: 'inset(50%)', width: '1px', height: '1px', overflow: 'hidden' } },
})

// after navigation the heading is focused only for screen readers
pageGlobal('h1:focus', { outline: 'none' })
