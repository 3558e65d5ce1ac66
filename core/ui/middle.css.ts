import { uiStyle } from '../../themes/style.ts'

export const whole = uiStyle({ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' })

export const middle = uiStyle({ display: 'inline-flex', minWidth: 0, maxWidth: '100%', whiteSpace: 'pre' })

export const start = uiStyle({ flex: '0 1000 auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' })

/** Gives way only where not even it has room. */
export const end = uiStyle({ flex: '0 1 auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' })
