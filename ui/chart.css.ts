import { vars } from '../themes/contract.css.ts'
import { ellipsis, flexRow, gridOf, hairline, inlineRow, smallText, tabular } from '../themes/fragments.ts'
import { uiGlobal, uiStyle } from '../themes/style.ts'

export const chart = uiStyle({ minWidth: 0, position: 'relative' })

/** Single line, so that plots side by side are aligned. */
export const head = uiStyle({
  ...flexRow([2, 5]),
  minHeight: vars.size.target,
  marginBottom: vars.space[2],
  ...smallText(12),
})

export const title = uiStyle({ flex: '1 0 auto', maxWidth: '100%', font: vars.text[13] })

/** Legend of many series, in columns below the plot. */
export const names = uiStyle({
  ...gridOf([0, 5], `repeat(auto-fill, minmax(min(100%, ${vars.size.menu}), 1fr))`),
  marginTop: vars.space[2],
  ...smallText(12),
})

/** Legend entry, which shows only its series. */
export const legend = uiStyle({
  ...inlineRow(3),
  minHeight: vars.size.target,
  minWidth: 0,
  maxWidth: '100%',
  font: 'inherit',
  color: 'inherit',
  borderRadius: vars.radius.xs,
  whiteSpace: 'nowrap',
  selectors: { '&[aria-pressed=false]': { opacity: 0.5, textDecoration: 'line-through' } },
})

/** Explains the dashed lines. */
export const earlier = uiStyle({ ...inlineRow(3), whiteSpace: 'nowrap' })

export const dashed = uiStyle({
  width: `calc(2 * ${vars.size.skeleton})`,
  borderTop: `${vars.size.line} dashed ${vars.text.muted}`,
  forcedColorAdjust: 'none',
})

/** Actions for the whole chart. */
export const tools = uiStyle({ flex: 'none', ...inlineRow() })

export const name = uiStyle({ minWidth: 0, ...ellipsis })

/** The plot, focusable for the arrow keys. */
export const plot = uiStyle({ minWidth: 0, overflow: 'hidden', borderRadius: vars.radius.xs })

export const numbers = uiStyle({ overflow: 'auto' })

export const swatch = uiStyle({
  width: vars.size.skeleton,
  height: `calc(${vars.size.line} + 1px)`,
  borderRadius: '1px',
  forcedColorAdjust: 'none',
  // browsers print no backgrounds by default
  printColorAdjust: 'exact',
})

export const value = uiStyle({ color: vars.text.default, ...tabular })

export const toggle = uiStyle({
  minHeight: vars.size.target,
  color: vars.text.link,
  selectors: { '&:hover': { textDecoration: 'underline' } },
})

export const table = uiStyle({ overflow: 'auto', font: vars.text[12], borderCollapse: 'collapse' })

export const cell = uiStyle({
  padding: `${vars.space[2]} ${vars.space[4]}`,
  borderBottom: hairline,
  textAlign: 'right',
  ...tabular,
  selectors: { '&:first-child': { textAlign: 'left', color: vars.text.muted } },
})

/** Rules from uPlot's own stylesheet for the elements used here. */
uiGlobal('.uplot', { position: 'relative' })
uiGlobal('.u-wrap', { position: 'relative', userSelect: 'none' })
uiGlobal('.u-over, .u-under, .u-axis', { position: 'absolute' })
uiGlobal('.u-wrap canvas', { display: 'block', width: '100%', height: '100%' })
/** A finger moves the cursor sideways; up and down it scrolls the page. */
uiGlobal('.u-over', { touchAction: 'pan-y' })
uiGlobal('.u-cursor-x, .u-cursor-y', { position: 'absolute', left: 0, top: 0, pointerEvents: 'none' })
uiGlobal('.u-cursor-x', { height: '100%', borderRight: `1px dashed ${vars.text.faint}` })
uiGlobal('.u-cursor-pt', {
  position: 'absolute',
  top: 0,
  left: 0,
  borderRadius: vars.radius.full,
  border: `${vars.size.line} solid ${vars.surface.panel}`,
  backgroundClip: 'padding-box',
  pointerEvents: 'none',
})
uiGlobal('.u-off', { display: 'none' })
uiGlobal('.u-select', { position: 'absolute', background: vars.surface.selected, opacity: 0.5, pointerEvents: 'none' })
