import { vars } from '../themes/contract.css.ts'
import { ellipsis, flexColumn, flexRow, hairline, inlineRow, smallText } from '../themes/fragments.ts'
import { extraWide, helpOverlay, medium, narrow } from '../themes/media.ts'
import { sidePanelOverlay } from '../themes/fragments.ts'
import { uiGlobal, uiStyle, uiVariants } from '../themes/style.ts'

/** A page and its drawer or help panel. */
export const layout = uiStyle({
  position: 'relative',
  flex: '1',
  display: 'flex',
  minWidth: 0,
  minHeight: 0,
  height: '100%',
})

export const page = uiStyle({ flex: '1', ...flexColumn(), minWidth: 0, minHeight: 0, height: '100%' })

const headBase = {
  flex: 'none',
  ...flexRow(3),
  minHeight: vars.size.header,
  padding: `0 ${vars.size.gutter}`,
  '@media': {
    // the right panel overlaps the right edge of the content
    [extraWide]: { paddingRight: `max(${vars.size.gutter}, calc(100% - ${vars.size.content} + ${vars.size.gutter}))` },
    [narrow]: { flexWrap: 'wrap', gap: vars.space[2], padding: `${vars.space[1]} ${vars.space[3]}` },
  },
} as const

/** Above the content: header, strips of the shell, tabs. */
export const top = uiStyle({ flex: 'none' })

/** With tabs under it the header has no border; the tabs have it. */
export const head = uiVariants({
  line: { ...headBase, borderBottom: hairline },
  flush: headBase,
})

export const names = uiStyle({
  ...flexRow('tight'),
  flex: '0 1 auto',
  minWidth: 0,
  '@media': {
    // truncated instead of wrapped, down to a still useful length
    [narrow]: {
      flexDirection: 'column',
      alignItems: 'flex-start',
      flex: '1 1 0',
      minWidth: '30%',
      gap: 0,
      paddingLeft: vars.space[3],
    },
  },
})

const crumbsBase = {
  ...flexRow('tight'),
  color: vars.text.muted,
  '@media': { [narrow]: { maxWidth: '100%', font: vars.text[12] } },
} as const

/** Never hidden: a name needs the context of what it is. */
export const crumbs = uiVariants({
  short: { ...crumbsBase, flex: 'none' },
  long: { ...crumbsBase, flex: '0 1 auto', minWidth: `calc(2.5 * ${vars.size.crumb})`, overflow: 'hidden' },
})

const crumbBase = { ...inlineRow(), minHeight: vars.size.target, color: vars.text.muted } as const

/** Page names are never truncated; long ones are, down to a still useful length. */
export const crumb = uiVariants({
  short: { ...crumbBase, flex: 'none' },
  long: { ...crumbBase, flex: '0 1 auto', minWidth: vars.size.crumb },
})

export const separator = uiStyle({ display: 'flex', color: vars.text.faint, flex: 'none' })

/** The arrow of the last crumb points at the title, which is below it on narrow screens. */
export const lastSeparator = uiStyle({
  display: 'flex',
  color: vars.text.faint,
  '@media': { [narrow]: { display: 'none' } },
})

/** The title and its own controls. */
export const titleLine = uiStyle({
  ...flexRow(1),
  flex: '0 1 auto',
  minWidth: 0,
  maxWidth: '100%',
  '@media': { [narrow]: { vars: { [vars.size.iconButton]: vars.size.target } } },
})

const titleBase = { display: 'flex', minWidth: 0 } as const

export const title = uiVariants({
  page: {
    ...titleBase,
    font: vars.text[20],
    letterSpacing: vars.tracking.title,
    '@media': { [narrow]: { font: vars.text[16], letterSpacing: 0 } },
  },
  detail: { ...titleBase, font: vars.text[16] },
})

/** Visible only while focused. */
export const skip = uiStyle({
  flex: 'none',
  selectors: {
    '&:not(:focus-within)': {
      position: 'absolute',
      clipPath: 'inset(50%)',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
    },
  },
})

export const status = uiStyle({ ...flexRow(3), font: vars.text[13], flex: 'none' })

/**
 * Where there is little room, only the dot of a status is shown; its text is the tooltip, and available to screen
 * readers.
 */
uiGlobal(`${status} [data-status] > span`, {
  '@media': {
    [medium]: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})

export const pageActions = uiStyle({
  ...flexRow(3),
  '@media': { [narrow]: { gap: vars.space[2], margin: `0 ${vars.space[3]} 0 auto` } },
})

export const push = uiStyle({ marginLeft: 'auto', '@media': { [narrow]: { display: 'none' } } })

export const tabs = uiStyle({ flex: 'none', padding: `0 ${vars.size.gutter}` })

export const body = uiStyle({ flex: '1', display: 'flex', minHeight: 0, position: 'relative' })

export const content = uiStyle({
  flex: '1',
  ...flexColumn(),
  minWidth: 0,
  minHeight: 0,
  // rows and focused elements stay above the list of transfers at the bottom of the window
  padding: `0 ${vars.size.gutter} var(--dock-room, 0px)`,
  scrollPaddingBottom: 'var(--dock-room, 0px)',
  overflow: 'auto',
  '@media': { [extraWide]: { maxWidth: vars.size.content } },
})

export const toolbar = uiStyle({
  flex: 'none',
  ...flexRow(3),
  padding: `${vars.size.toolbar} 0`,
  '@media': { [medium]: { flexWrap: 'wrap' } },
  // next to the help panel the search would be too narrow; what does not fit wraps to a second line, aligned right
  selectors: { '[data-help=open] &': { flexWrap: 'wrap', justifyContent: 'flex-end' } },
})

export const divider = uiStyle({
  flex: 'none',
  width: '1px',
  height: vars.size.target,
  margin: `0 ${vars.space[2]}`,
  background: vars.border.default,
  '@media': { [medium]: { display: 'none' } },
})

export const spacer = uiStyle({ flex: '1', '@media': { [narrow]: { flex: '0 0 0', display: 'none' } } })

const bar = {
  position: 'fixed',
  zIndex: vars.z.docked,
  left: vars.space[3],
  right: vars.space[3],
  bottom: vars.space[3],
  minHeight: vars.size.rowTall,
  padding: `0 ${vars.space[3]} 0 ${vars.space[5]}`,
  borderRadius: vars.radius.lg,
  background: vars.surface.raised,
  boxShadow: vars.shadow.menu,
} as const

const selectedBase = { ...flexRow(3), minWidth: 0 } as const

export const selected = uiVariants({
  none: { ...selectedBase, '@media': { [narrow]: { display: 'none' } } },
  some: { ...selectedBase, '@media': { [narrow]: bar } },
})

const roomForBar = `max(var(--dock-room, 0px), calc(${vars.size.rowTall} + 2 * ${vars.space[3]}))`

/** Lets content and focused elements scroll above the bar at the bottom. */
uiGlobal(`${content}:has(${selected.some})`, {
  '@media': { [narrow]: { paddingBottom: roomForBar, scrollPaddingBottom: roomForBar } },
})

/** Raises toasts above it. */
uiGlobal(`:root:has(${selected.some})`, {
  '@media': { [narrow]: { vars: { '--foot-height': vars.size.rowTall } } },
})

export const selectedText = uiStyle({
  ...smallText(13),
  minWidth: 0,
  ...ellipsis,
  '@media': { [narrow]: { flex: '1', color: vars.text.default } },
})

export const help = uiStyle({
  flex: 'none',
  width: vars.size.help,
  padding: `${vars.space[5]} ${vars.space[6]}`,
  borderLeft: hairline,
  background: vars.surface.canvas,
  overflow: 'auto',
  '@media': { [helpOverlay]: sidePanelOverlay },
})

export const helpHead = uiStyle({
  ...flexRow(),
  justifyContent: 'space-between',
  font: vars.text[14],
  fontWeight: vars.weight.bold,
})

export const helpTitle = uiStyle({ marginTop: vars.space[6], font: vars.text[13], fontWeight: vars.weight.bold })

export const helpText = uiStyle({ marginTop: vars.space[3], ...smallText(13) })

export const helpLinks = uiStyle({ marginTop: vars.space[5], font: vars.text[13] })

export const helpLink = uiStyle({ ...inlineRow(2), minHeight: vars.size.target })
