import { narrow, pageStyle, pageVariants, vars } from 'stowage/theme'

export const steps = pageStyle({ display: 'flex', flexWrap: 'wrap', gap: vars.space[5], font: vars.text[14] })

export const step = pageVariants({
  now: { fontWeight: 600 },
  other: { color: vars.text.muted },
})

const columns = 'minmax(0, 1.2fr) 84px minmax(0, 1.3fr) minmax(0, 1.3fr)'

export const head = pageStyle({
  display: 'grid',
  gridTemplateColumns: columns,
  gap: vars.space[4],
  padding: `${vars.space[2]} 0`,
  font: vars.text[13],
  color: vars.text.muted,
  borderBottom: `1px solid ${vars.border.strong}`,
  '@media': { [narrow]: { display: 'none' } },
})

const row = {
  display: 'grid',
  gridTemplateColumns: columns,
  alignItems: 'center',
  gap: vars.space[4],
  padding: `${vars.space[3]} 0`,
  borderBottom: `1px solid ${vars.border.hairline}`,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[2] } },
} as const

export const line = pageVariants({ here: row, leaving: { ...row, color: vars.text.muted } })

export const name = pageStyle({ fontWeight: 600, overflowWrap: 'anywhere' })

export const usage = pageStyle({
  font: vars.text[13],
  color: vars.text.muted,
  textAlign: 'right',
  '@media': { [narrow]: { textAlign: 'left' } },
})

export const result = pageStyle({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  minWidth: 0,
  overflowWrap: 'anywhere',
})

export const failed = pageStyle({ color: vars.danger.text })
