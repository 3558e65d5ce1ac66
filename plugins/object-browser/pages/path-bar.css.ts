import { extraWide, flexRow, pageStyle, vars, wellFrame } from 'stowage/theme'

export const bar = pageStyle({
  flex: 'none',
  ...flexRow(3),
  minHeight: vars.size.control,
  padding: `0 ${vars.space[2]} 0 ${vars.space[4]}`,
  ...wellFrame,
  font: vars.text.control,
  // as wide as the content below
  '@media': { [extraWide]: { maxWidth: `calc(${vars.size.content} - 2 * ${vars.size.gutter})` } },
  // extra distance if a strip is between the page's head and this
  selectors: { ':nth-child(n + 3) > &': { marginTop: vars.space[3] } },
})

export const icon = pageStyle({ flex: 'none', color: vars.text.muted })

export const steps = pageStyle({ flex: '1', overflow: 'hidden' })

/** Folders in the middle shrink first, so that the current one stays readable. */
export const step = pageStyle({
  minWidth: `calc(2 * ${vars.size.target})`,
  flex: '0 10 auto',
  whiteSpace: 'pre',
  selectors: { '&:last-child': { flex: '0 1 auto' } },
})

const name = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  padding: `${vars.space[1]} 0`,
  minWidth: vars.size.target,
} as const

export const link = pageStyle({
  ...name,
  color: vars.text.muted,
  selectors: { '&:hover': { color: vars.text.default } },
})

export const current = pageStyle({ ...name, fontWeight: vars.weight.bold })

export const slash = pageStyle({ flex: 'none', padding: `0 ${vars.space[3]}`, color: vars.text.faint })
