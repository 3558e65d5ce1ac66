import { centeredSquare, edge, gridOf, pageStyle, pageVariants, plainList, smallText, vars } from 'stowage/theme'

export const topology = pageStyle({ ...gridOf(5), padding: `${vars.space[5]} 0` })

export const pool = pageStyle({ marginBottom: vars.space[3], ...smallText(13) })

export const servers = pageStyle({
  ...gridOf(3, `repeat(auto-fill, minmax(min(100%, ${vars.size.card}), 1fr))`),
  ...plainList,
})

const box = {
  ...gridOf(2),
  alignContent: 'start',
  minWidth: 0,
  padding: vars.space[4],
  border: edge,
  borderRadius: vars.radius.md,
  font: vars.text[13],
} as const

export const server = pageVariants({
  online: box,
  away: { ...box, borderStyle: 'dashed', borderColor: vars.danger.solid },
})

export const name = pageStyle({ font: vars.text.mono, overflowWrap: 'anywhere' })

export const drives = pageStyle({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2], ...plainList })

const mark = { ...centeredSquare(vars.size.target), borderRadius: vars.radius.sm } as const

export const drive = pageVariants({
  plain: { ...mark, background: vars.surface.sunken },
  lost: { ...mark, outline: `1px solid ${vars.danger.solid}`, background: vars.danger.tint },
})
