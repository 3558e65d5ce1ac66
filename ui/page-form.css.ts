import { vars } from '../themes/contract.css.ts'
import { flexColumn, smallText, wrappedRow } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

/** Below the page's header, to its end. */
export const content = uiStyle({ ...flexColumn(), gap: vars.space[7], padding: `${vars.space[6]} 0 ${vars.space[8]}` })

/** A form that fills a page. */
export const form = uiStyle({ ...flexColumn(), gap: vars.space[6], maxWidth: vars.size.dialog, width: '100%' })

/** Actions of the form, and notes about them. */
export const foot = uiStyle(wrappedRow(3))
export const note = uiStyle({ flex: '1', minWidth: 'min-content', ...smallText(13) })

/** An introduction or note of the page. */
export const intro = uiStyle({ color: vars.text.muted, maxWidth: vars.size.dialog })
