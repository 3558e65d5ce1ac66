import { narrow, pageStyle, pageVariants, vars } from 'stowage/theme'

export const panel = pageStyle({
  margin: `${vars.space[6]} 0 0`,
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  background: vars.surface.panel,
})

export const head = pageStyle({
  padding: `${vars.space[3]} ${vars.space[3]} ${vars.space[3]} ${vars.space[5]}`,
  borderBottom: `1px solid ${vars.border.hairline}`,
})

export const title = pageStyle({ font: vars.text[14], fontWeight: vars.weight.bold })

export const count = pageStyle({ flex: '1', font: vars.text[12], color: vars.text.faint })

export const steps = pageStyle({ listStyle: 'none', padding: 0, margin: 0 })

export const step = pageStyle({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[4],
  minHeight: vars.size.rowTall,
  padding: `${vars.space[3]} ${vars.space[5]}`,
  selectors: { '& + &': { borderTop: `1px solid ${vars.border.hairline}` } },
  '@media': { [narrow]: { flexWrap: 'wrap' } },
})

const round = {
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: vars.size.target,
  height: vars.size.target,
  borderRadius: vars.radius.full,
  font: vars.text[13],
} as const

export const mark = pageVariants({
  open: { ...round, border: `1px solid ${vars.border.control}`, color: vars.text.muted },
  done: { ...round, color: vars.ok.solid },
})

export const words = pageStyle({ flex: '1', display: 'flex', flexDirection: 'column', minWidth: '60%' })

export const name = pageStyle({ fontWeight: vars.weight.bold })

export const text = pageStyle({ font: vars.text[13], color: vars.text.muted })
