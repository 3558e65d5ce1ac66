import { pageStyle, pageVariants, vars } from 'stowage/theme'

export const topology = pageStyle({
  display: 'grid',
  gap: vars.space[5],
  padding: `${vars.space[6]} 0 ${vars.space[7]}`,
})

export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })

export const pool = pageStyle({
  display: 'grid',
  gap: vars.space[3],
  padding: vars.space[4],
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
})

export const name = pageStyle({ font: vars.text[13], fontWeight: vars.weight.bold, overflowWrap: 'anywhere' })

export const pods = pageStyle({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${vars.size.card}), 1fr))`,
  gap: vars.space[3],
})

const pod = {
  display: 'grid',
  alignContent: 'start',
  gap: vars.space[2],
  minWidth: 0,
  padding: vars.space[3],
  border: `1px solid ${vars.border.hairline}`,
  borderRadius: vars.radius.sm,
  background: vars.surface.sunken,
} as const

export const box = pageVariants({
  there: pod,
  missing: { ...pod, background: 'none', borderStyle: 'dashed', borderColor: vars.border.strong },
})

export const muted = pageStyle({ font: vars.text[13], color: vars.text.muted, overflowWrap: 'anywhere' })

const place = {
  display: 'grid',
  placeItems: 'center',
  width: vars.size.check,
  height: vars.size.check,
} as const

export const drive = pageVariants({
  plain: place,
  lost: {
    ...place,
    outline: `1px solid ${vars.danger.solid}`,
    borderRadius: vars.radius.sm,
    background: vars.danger.tint,
  },
})
