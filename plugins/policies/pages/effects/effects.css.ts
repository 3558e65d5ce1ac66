import { narrow, pageStyle, pageVariants, vars } from 'stowage/theme'

export const strip = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  background: vars.surface.sunken,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

const part = {
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[2],
  minWidth: 0,
  padding: vars.space[4],
  font: vars.text[13],
} as const

/** Results for the previous text stay, dimmed, until new ones arrive. */
export const look = pageVariants({ now: part, before: { ...part, opacity: 0.6 } })

export const figure = pageStyle({ font: vars.text[14], fontWeight: vars.weight.bold })
export const note = pageStyle({ font: vars.text[13], color: vars.text.muted, overflowWrap: 'anywhere' })
export const right = pageStyle({ overflowWrap: 'anywhere' })
export const sign = pageVariants({
  gained: { flex: 'none', color: vars.ok.text, fontWeight: vars.weight.bold },
  lost: { flex: 'none', color: vars.danger.text, fontWeight: vars.weight.bold },
  changed: { flex: 'none', color: vars.text.muted, fontWeight: vars.weight.bold },
})
export const mono = pageStyle({ font: vars.text.mono })

export const description = pageStyle({
  flex: '1',
  minWidth: 'min-content',
  font: vars.text[13],
  color: vars.text.muted,
})
