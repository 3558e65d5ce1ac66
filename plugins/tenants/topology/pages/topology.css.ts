import { centeredSquare, edge, gridOf, hairline, pageStyle, pageVariants, smallText, vars } from 'stowage/theme'

export const topology = pageStyle({ ...gridOf(5), padding: `${vars.space[6]} 0 ${vars.space[7]}` })

export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })

export const pool = pageStyle({ ...gridOf(3), padding: vars.space[4], border: edge, borderRadius: vars.radius.md })

export const name = pageStyle({ font: vars.text[13], fontWeight: vars.weight.bold, overflowWrap: 'anywhere' })

export const pods = pageStyle({ ...gridOf(3, `repeat(auto-fill, minmax(min(100%, ${vars.size.card}), 1fr))`) })

const pod = {
  ...gridOf(2),
  alignContent: 'start',
  minWidth: 0,
  padding: vars.space[3],
  border: hairline,
  borderRadius: vars.radius.sm,
  background: vars.surface.sunken,
} as const

export const box = pageVariants({
  found: pod,
  missing: { ...pod, background: 'none', borderStyle: 'dashed', borderColor: vars.border.strong },
})

export const muted = pageStyle({ ...smallText(13), overflowWrap: 'anywhere' })

const square = centeredSquare(vars.size.check)

export const drive = pageVariants({
  plain: square,
  lost: {
    ...square,
    outline: `1px solid ${vars.danger.solid}`,
    borderRadius: vars.radius.sm,
    background: vars.danger.tint,
  },
})
