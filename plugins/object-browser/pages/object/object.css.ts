import { exactText, gridOf, hairline, medium, pageStyle, smallText, vars } from 'stowage/theme'

export const details = pageStyle({
  maxWidth: vars.size.dialog,
  padding: `${vars.space[5]} 0 ${vars.space[7]}`,
})

/** The details, next to a small preview in wide windows. */
export const both = pageStyle({
  ...gridOf(7, `minmax(0, ${vars.size.dialog}) ${vars.size.card}`, medium),
  alignItems: 'start',
})

export const aside = pageStyle({ paddingTop: vars.space[5] })

/** Title of a section with a button to add to it. */
export const head = pageStyle({ minHeight: vars.size.controlSm, marginBottom: vars.space[2] })

export const title = pageStyle({ font: vars.text[16] })

/** Exactly as stored: preserves spaces, and breaks long names anywhere. */
export const exact = pageStyle({ ...exactText, minWidth: 0 })

export const plain = pageStyle({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minWidth: 0 })

/** Placeholder of an empty section. */
export const none = pageStyle({ padding: `${vars.space[3]} 0`, borderBottom: hairline, ...smallText(13, 'faint') })

/** Distance to the path above. */
export const tabs = pageStyle({ paddingTop: vars.space[2] })

/** Text of a delete confirmation, with any locks. */
export const question = pageStyle({ overflowWrap: 'anywhere' })

export const note = pageStyle({ flex: 'none', paddingTop: vars.space[4] })
