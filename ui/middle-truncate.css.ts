import { nameEllipsis } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

export const whole = uiStyle(nameEllipsis)

export const middle = uiStyle({
  display: 'inline-flex',
  minWidth: 0,
  maxWidth: '100%',
  overflow: 'hidden',
  whiteSpace: 'pre',
})

export const start = uiStyle({ flex: '0 1 auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' })

/**
 * Never shrunk below its text unless there is no room for it alone: shrinking by a fraction of a pixel would add an
 * ellipsis.
 */
export const end = uiStyle({ flex: 'none', maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' })
