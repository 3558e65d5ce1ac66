import { vars } from './contract.css.ts'

/** Values of borders: around a box, and between the parts of a box. */
export const edge = `1px solid ${vars.border.default}`
export const hairline = `1px solid ${vars.border.hairline}`

/** Looks of boxes: a card on a page, and a well for content such as source text. */
export const cardFrame = { border: edge, borderRadius: vars.radius.md, background: vars.surface.panel } as const
export const wellFrame = { border: edge, borderRadius: vars.radius.sm, background: vars.surface.sunken } as const

/** A card with its usual padding. */
export const paddedCard = { ...cardFrame, minWidth: 0, padding: `${vars.space[4]} ${vars.space[5]}` } as const

/** A grid in a frame, with lines between its cells. */
export const ruledGrid = {
  display: 'grid',
  gap: '1px',
  border: edge,
  borderRadius: vars.radius.md,
  background: vars.border.default,
  overflow: 'hidden',
} as const

/** Scrolls by itself, with its focus ring inside. */
export const scrollBox = { minHeight: 0, overflow: 'auto', outlineOffset: `calc(${vars.size.focus} * -1)` } as const

/** A footer that stays visible at the bottom of a page. */
export const stickyFoot = {
  position: 'sticky',
  bottom: 0,
  zIndex: vars.z.sticky,
  borderTop: hairline,
  background: vars.surface.canvas,
} as const

/** Dims the page behind a dialog. */
export const backdrop = {
  position: 'fixed',
  inset: 0,
  zIndex: vars.z.overlay,
  background: vars.surface.overlay,
} as const

/** Frames of inputs that have the focus, or are invalid. */
export const focusedFrame = {
  outline: `${vars.size.focus} solid ${vars.border.focus}`,
  outlineOffset: '-1px',
  borderColor: vars.border.focus,
  boxShadow: 'none',
} as const
export const invalidFrame = {
  borderColor: vars.danger.solid,
  boxShadow: `0 0 0 1px ${vars.danger.solid}`,
} as const

/** An input inside a frame, which draws its border and focus ring. */
export const bareInput = { height: '100%', border: 0, background: 'none', outline: 'none' } as const

type Step = keyof typeof vars.space

/** A step of the spacing scale for both directions, or one for rows and one for columns. */
type Gap = Step | readonly [rows: Step | 0, columns: Step | 0]

const sizeOf = (step: Step | 0) => (step === 0 ? '0' : vars.space[step])
const gapOf = (gap: Gap) => (typeof gap === 'object' ? gap.map(sizeOf).join(' ') : sizeOf(gap))

/** Rows with vertically centered children, and columns. */
const flex = { display: 'flex', alignItems: 'center' } as const
export const flexRow = (gap?: Gap) => ({ ...flex, ...(gap && { gap: gapOf(gap) }) })
export const wrappedRow = (gap: Gap) => ({ ...flexRow(gap), flexWrap: 'wrap' }) as const
/** Centered in its line: with a truncated text, the baseline would move it up. */
export const inlineRow = (gap?: Gap) => ({ ...flexRow(gap), display: 'inline-flex', verticalAlign: 'middle' }) as const
export const flexColumn = (gap?: Gap) =>
  ({ display: 'flex', flexDirection: 'column', ...(gap && { gap: gapOf(gap) }) }) as const

/** A grid; `oneColumn` is the media query for which it has one column only. */
export const gridOf = (gap: Gap, gridTemplateColumns?: string, oneColumn?: string) =>
  ({
    display: 'grid',
    ...(gridTemplateColumns && { gridTemplateColumns }),
    gap: gapOf(gap),
    ...(oneColumn && { '@media': { [oneColumn]: { gridTemplateColumns: 'minmax(0, 1fr)' } } }),
  }) as const

/** A square with its content in the center. */
export const centeredSquare = (size: string) =>
  ({ display: 'grid', placeItems: 'center', width: size, height: size }) as const

/** Secondary text. It sets `font`, so weight, line height and digits come after it. */
export const smallText = (size: 11 | 12 | 13 | 14, tone: 'muted' | 'faint' = 'muted') =>
  ({ font: vars.text[size], color: vars.text[tone] }) as const

/** Text exactly as written: it keeps line breaks and spaces, and breaks long words. */
export const exactText = { font: vars.text.mono, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const

/** Truncates text to one line. */
export const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** The same for names, whose spaces are significant. */
export const nameEllipsis = { ...ellipsis, minWidth: 0, whiteSpace: 'pre' } as const

/** Aligned digits: Lato's have equal widths once kerning is off. */
export const tabular = { fontVariantNumeric: 'tabular-nums', fontKerning: 'none' } as const

export const plainList = { margin: 0, padding: 0, listStyle: 'none' } as const

/** Style of elements that float over a page: menus, toasts, notices, transfers. */
export const raised = {
  borderRadius: vars.radius.md,
  background: vars.surface.raised,
  boxShadow: vars.shadow.menu,
} as const

/** Style of panels that overlay the right of a page if there is no room next to it: help, drawers. */
export const sidePanelOverlay = {
  position: 'absolute',
  zIndex: vars.z.docked,
  top: 0,
  right: 0,
  bottom: 0,
  maxWidth: '100%',
  boxShadow: vars.shadow.menu,
} as const

/** A value among others in a field, with room for a button that removes it. */
export const chip = {
  ...inlineRow(1),
  maxWidth: '100%',
  minHeight: vars.size.target,
  paddingInlineStart: vars.space[3],
  borderRadius: vars.radius.xs,
  background: vars.neutral.tint,
  font: vars.text[13],
  overflowWrap: 'anywhere',
} as const

/** A button above the end of live content, which returns to the newest lines. */
export const newerButton = {
  position: 'absolute',
  zIndex: vars.z.docked,
  left: '50%',
  transform: 'translateX(-50%)',
  ...inlineRow(3),
  height: vars.size.control,
  padding: `0 ${vars.space[5]}`,
  ...raised,
  borderRadius: vars.radius.full,
  font: vars.text.control,
  ...tabular,
  whiteSpace: 'nowrap',
  selectors: { '&:hover': { background: vars.surface.hover } },
} as const
