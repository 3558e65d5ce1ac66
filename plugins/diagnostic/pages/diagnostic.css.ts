import { gridOf, hairline, helpOverlay, inlineRow, narrow, pageStyle, vars } from 'stowage/theme'

export const stack = pageStyle({ padding: `${vars.space[6]} 0` })

export const reportText = pageStyle({ ...inlineRow([0, 4]), flexWrap: 'wrap', font: vars.text[14] })

/** One row per part while the report runs. */
export const parts = pageStyle({
  ...gridOf([4, 5], 'auto minmax(0, 1fr) auto auto'),
  alignItems: 'center',
  maxWidth: vars.size.form,
  font: vars.text[14],
})

/** The parts in a strip when the report is complete. */
export const strip = pageStyle({
  ...gridOf(4, 'repeat(8, minmax(0, 1fr))'),
  '@media': {
    [helpOverlay]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
    [narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
})

export const stripPart = pageStyle({
  borderTop: `${vars.size.line} solid ${vars.border.strong}`,
  paddingTop: vars.space[3],
  font: vars.text[13],
})

export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })

export const wrong = pageStyle({ ...gridOf([3, 5], 'minmax(0, 1fr) minmax(0, 2fr)', narrow), font: vars.text[13] })

export const location = pageStyle({ font: vars.text.mono, overflowWrap: 'anywhere' })

export const cards = pageStyle({
  ...gridOf(6, 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))'),
  alignItems: 'start',
})

export const card = pageStyle({ padding: vars.space[5], border: hairline, borderRadius: vars.radius.md })
