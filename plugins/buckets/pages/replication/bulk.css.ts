import { flexRow, gridOf, hairline, narrow, pageStyle, pageVariants, smallText, vars } from 'stowage/theme'

export const steps = pageStyle({ display: 'flex', flexWrap: 'wrap', gap: vars.space[5], font: vars.text[14] })

export const step = pageVariants({
  now: { fontWeight: 600 },
  other: { color: vars.text.muted },
})

const columns = 'minmax(0, 1.2fr) 84px minmax(0, 1.3fr) minmax(0, 1.3fr)'

export const head = pageStyle({
  ...gridOf(4, columns),
  padding: `${vars.space[2]} 0`,
  ...smallText(13),
  borderBottom: `1px solid ${vars.border.strong}`,
  '@media': { [narrow]: { display: 'none' } },
})

const row = {
  ...gridOf(4, columns),
  alignItems: 'center',
  padding: `${vars.space[3]} 0`,
  borderBottom: hairline,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[2] } },
} as const

export const line = pageVariants({ here: row, leaving: { ...row, color: vars.text.muted } })

export const name = pageStyle({ fontWeight: 600, overflowWrap: 'anywhere' })

export const usage = pageStyle({
  ...smallText(13),
  textAlign: 'right',
  '@media': { [narrow]: { textAlign: 'left' } },
})

export const result = pageStyle({ ...flexRow(2), minWidth: 0, overflowWrap: 'anywhere' })

export const failed = pageStyle({ color: vars.danger.text })
