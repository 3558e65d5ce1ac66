import {
  gridOf,
  narrow,
  pageStyle,
  pageVariants,
  scrollBox,
  smallText,
  vars,
  wellFrame,
  wrappedRow,
} from 'stowage/theme'

export const preview = pageStyle({
  flex: '1',

  minHeight: vars.size.editor,
})

export const tools = pageStyle({ flex: 'none', ...wrappedRow(3), padding: `${vars.space[4]} 0` })

/** Holds tools of a viewer, laid out by its parent. */
export const slot = pageStyle({ display: 'contents' })

export const push = pageStyle({ marginLeft: 'auto', '@media': { [narrow]: { display: 'none' } } })

/** Separator choice, as wide as its text. */
export const split = pageStyle({ width: vars.size.filter })

/** Wide contents scroll in here, never the page. */
export const sheet = pageStyle({ flex: '1 1 auto', ...scrollBox, ...wellFrame })

const letters = { margin: 0, padding: vars.space[4], font: vars.text.mono, color: vars.text.default } as const

/** Text may break anywhere, bytes do not. */
export const lines = pageVariants({
  text: { ...letters, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  hex: { ...letters, whiteSpace: 'pre', width: 'max-content' },
})

export const frame = pageStyle({ flex: '1', width: '100%', minHeight: vars.size.editor, ...wellFrame })

export const pages = pageStyle({ ...gridOf(4), justifyItems: 'center', padding: vars.space[4] })

export const leaf = pageStyle({ maxWidth: 'none', height: 'auto', boxShadow: vars.shadow.control })

export const pageNumber = pageStyle({ width: vars.size.lineNumber })

/** Text of a rendered page, for copying and screen readers. */
export const text = pageStyle({
  flex: 'none',
  maxHeight: '30%',
  overflow: 'auto',
  marginTop: vars.space[3],
  font: vars.text.control,
})

export const foot = pageStyle({
  flex: 'none',
  ...wrappedRow([1, 4]),
  minHeight: vars.size.row,
  padding: `${vars.space[2]} 0`,
  ...smallText(12, 'faint'),
})

export const safe = pageStyle({ marginLeft: 'auto', '@media': { [narrow]: { marginLeft: 0 } } })

/** In a dialog, a preview uses the window's height. */
export const inDialog = pageStyle({ height: '60dvh', minHeight: 0 })

/** Small box in a panel, with truncated text. */
export const thumbnail = pageStyle({
  flex: 'none',
  display: 'block',
  width: '100%',
  height: vars.size.glance,
  overflow: 'hidden',
  ...wellFrame,
})

export const nothing = pageStyle({
  height: '100%',
  ...gridOf(3),
  placeContent: 'center',
  justifyItems: 'center',
  ...smallText(12, 'faint'),
})
