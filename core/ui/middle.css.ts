import { uiStyle } from '../../themes/style.ts'

export const whole = uiStyle({ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' })

export const middle = uiStyle({
  display: 'inline-flex',
  minWidth: 0,
  maxWidth: '100%',
  overflow: 'hidden',
  whiteSpace: 'pre',
})

export const start = uiStyle({ flex: '0 1 auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' })

/**
 * Whole, unless there is not even room for it alone: were it to give way by a part of a pixel, it would end in dots of
 * its own.
 */
export const end = uiStyle({ flex: 'none', maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' })
