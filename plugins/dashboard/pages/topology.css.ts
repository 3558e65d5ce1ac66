import { pageStyle, pageVariants, vars } from 'stowage/theme'

export const topology = pageStyle({ display: 'grid', gap: vars.space[5], padding: `${vars.space[5]} 0` })

export const pool = pageStyle({ marginBottom: vars.space[3], font: vars.text[13], color: vars.text.muted })

export const servers = pageStyle({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${vars.size.card}), 1fr))`,
  gap: vars.space[3],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

const box = {
  display: 'grid',
  alignContent: 'start',
  gap: vars.space[2],
  minWidth: 0,
  padding: vars.space[4],
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  font: vars.text[13],
} as const

export const server = pageVariants({
  online: box,
  away: { ...box, borderStyle: 'dashed', borderColor: vars.danger.solid },
})

export const name = pageStyle({ font: vars.text.mono, overflowWrap: 'anywhere' })

export const drives = pageStyle({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

const mark = {
  display: 'grid',
  placeItems: 'center',
  width: vars.size.target,
  height: vars.size.target,
  borderRadius: vars.radius.sm,
} as const

export const drive = pageVariants({
  plain: { ...mark, background: vars.surface.sunken },
  lost: { ...mark, outline: `1px solid ${vars.danger.solid}`, background: vars.danger.tint },
})
