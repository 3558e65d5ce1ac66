import { edge, flexColumn, narrow, pageStyle, pageVariants, smallText, vars } from 'stowage/theme'

export const strip = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
  border: edge,
  borderRadius: vars.radius.md,
  background: vars.surface.sunken,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

const part = { ...flexColumn(2), minWidth: 0, padding: vars.space[4], font: vars.text[13] } as const

/** Results for the previous text stay, dimmed, until new ones arrive. */
export const look = pageVariants({ now: part, before: { ...part, opacity: 0.6 } })

export const value = pageStyle({ font: vars.text[14], fontWeight: vars.weight.bold })
export const note = pageStyle({ ...smallText(13), overflowWrap: 'anywhere' })
export const right = pageStyle({ overflowWrap: 'anywhere' })
export const sign = pageVariants({
  gained: { flex: 'none', color: vars.ok.text, fontWeight: vars.weight.bold },
  lost: { flex: 'none', color: vars.danger.text, fontWeight: vars.weight.bold },
  changed: { flex: 'none', color: vars.text.muted, fontWeight: vars.weight.bold },
})
export const mono = pageStyle({ font: vars.text.mono })

export const description = pageStyle({ flex: '1', minWidth: 'min-content', ...smallText(13) })
