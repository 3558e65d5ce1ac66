import { keyframes } from '@vanilla-extract/css'
import {
  ellipsis,
  flexColumn,
  hairline,
  narrow,
  pageStyle,
  pageVariants,
  plainList,
  raised,
  scrollBox,
  smallText,
  tabular,
  vars,
} from 'stowage/theme'

const rise = keyframes({ from: { opacity: 0, transform: `translateY(${vars.space[2]})` } })

export const dock = pageStyle({
  position: 'fixed',
  zIndex: vars.z.docked,
  right: vars.space[5],
  bottom: vars.space[5],
  ...flexColumn(),
  width: vars.size.dock,
  maxWidth: `calc(100vw - 2 * ${vars.space[3]})`,
  maxHeight: '40dvh',
  ...raised,
  animation: `${rise} ${vars.motion.base} ${vars.motion.out}`,
  // in a narrow window, the selection bar is at the bottom
  '@media': { [narrow]: { right: vars.space[3], bottom: `calc(${vars.size.rowTall} + 2 * ${vars.space[3]})` } },
})

export const head = pageStyle({
  flex: 'none',

  padding: `${vars.space[3]} ${vars.space[3]} ${vars.space[3]} ${vars.space[5]}`,
})

export const title = pageStyle({ font: vars.text.control, fontWeight: vars.weight.bold, marginRight: vars.space[1] })

export const overall = pageStyle({ flex: '1', minWidth: 0, padding: `0 ${vars.space[3]}` })

/** Summary of all transfers, above the list. */
export const total = pageStyle({
  flex: 'none',

  padding: `0 ${vars.space[5]} ${vars.space[4]}`,
})

export const totals = pageStyle({ ...smallText(12), ...tabular })

export const actions = pageStyle({ flex: 'none' })

export const list = pageStyle({
  flex: '0 1 auto',
  ...scrollBox,
  borderRadius: `0 0 ${vars.radius.md} ${vars.radius.md}`,
})

/** As high as all rows together, although only visible ones are rendered. */
export const rows = pageStyle({ position: 'relative', ...plainList })

export const row = pageStyle({
  position: 'absolute',
  top: 0,
  left: 0,
  width: '100%',
  minHeight: vars.size.row,
  padding: `${vars.space[2]} ${vars.space[3]} ${vars.space[2]} ${vars.space[5]}`,
  borderTop: hairline,
})

const glyph = { display: 'flex', flex: 'none', color: vars.text.muted } as const

export const mark = pageVariants({
  waiting: { ...glyph, color: vars.text.faint },
  running: glyph,
  paused: { ...glyph, color: vars.text.faint },
  unfinished: { ...glyph, color: vars.warning.solid },
  cancelled: { ...glyph, color: vars.text.faint },
  done: { ...glyph, color: vars.ok.solid },
  failed: { ...glyph, color: vars.danger.solid },
})

const bodyBase = { flex: '1', minWidth: 0, display: 'flex' } as const

/** Name and state on one line, or on two. */
export const body = pageVariants({
  line: { ...bodyBase, alignItems: 'center', justifyContent: 'space-between', gap: vars.space[3] },
  lines: { ...bodyBase, flexDirection: 'column', gap: vars.space[1] },
})

export const name = pageStyle({ ...ellipsis, font: vars.text.control, color: vars.text.default })

export const statusText = pageStyle({ flex: 'none', maxWidth: '100%', ...smallText(12, 'faint'), ...tabular })

export const reason = pageStyle({ font: vars.text[12], color: vars.danger.text, overflowWrap: 'anywhere' })

export const foot = pageStyle({
  flex: 'none',
  padding: `${vars.space[2]} ${vars.space[3]} ${vars.space[2]} ${vars.space[5]}`,
  borderTop: hairline,
  ...smallText(12),
})
