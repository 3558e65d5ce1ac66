import { cardFrame, gridOf, hairline, medium, pageStyle, smallText, tabular, vars } from 'stowage/theme'

/** Details at reading width next to the card, or above it in narrow windows. */
export const summary = pageStyle({
  ...gridOf(7, `minmax(0, 1fr) ${vars.size.card}`, medium),
  alignItems: 'start',
  padding: `${vars.space[6]} 0 ${vars.space[7]}`,
})

export const settings = pageStyle({ maxWidth: vars.size.dialog })

export const title = pageStyle({ font: vars.text[16], marginBottom: vars.space[3] })

/** Content below a tab's table. */
export const statements = pageStyle({ padding: `${vars.space[7]} 0` })

/** Anonymous access, one line per statement. */
export const opened = pageStyle({ overflowWrap: 'anywhere', listStyle: 'disc', paddingInlineStart: vars.space[6] })

/** Small buttons below a field. */
export const acts = pageStyle({ padding: `${vars.space[3]} 0` })

export const card = pageStyle(cardFrame)

export const usage = pageStyle({
  padding: `${vars.space[5]} ${vars.space[5]} ${vars.space[5]}`,
  borderBottom: hairline,
})

export const value = pageStyle({ font: vars.text[26], letterSpacing: vars.tracking.figure })

export const unit = pageStyle({ ...smallText(14), letterSpacing: 0 })

export const facts = pageStyle({ padding: `${vars.space[3]} ${vars.space[5]}` })

/** Below the facts of the card. */
export const more = pageStyle({ padding: `0 ${vars.space[5]} ${vars.space[5]}` })

export const fact = pageStyle({ padding: `${vars.space[2]} 0` })

export const number = pageStyle({ font: vars.text[13], ...tabular })
