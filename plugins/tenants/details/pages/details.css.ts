import {
  cardFrame,
  edge,
  ellipsis,
  flexColumn,
  flexRow,
  gridOf,
  hairline,
  medium,
  narrow,
  pageGlobal,
  pageStyle,
  pageVariants,
  plainList,
  smallText,
  tabular,
  vars,
} from 'stowage/theme'

export const parts = pageStyle({ ...flexColumn(6), padding: `${vars.space[5]} 0 ${vars.space[7]}` })

/** The tiles' background shows through the gaps as hairlines. */
export const tiles = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) repeat(3, minmax(0, 1fr))',
  gap: '1px',
  overflow: 'hidden',
  border: hairline,
  borderRadius: vars.radius.md,
  background: vars.border.hairline,
  '@media': { [medium]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
})

/** Tiles at the top of a page. */
export const tilesOver = pageStyle({ paddingTop: vars.space[5] })

export const tile = pageVariants({
  wide: {
    padding: `${vars.space[3]} ${vars.space[4]}`,
    background: vars.surface.canvas,
    '@media': { [medium]: { gridColumn: '1 / -1' } },
  },
  one: { padding: `${vars.space[3]} ${vars.space[4]}`, background: vars.surface.canvas },
})

export const value = pageStyle({ font: vars.text[20], fontWeight: vars.weight.bold, ...tabular })

export const unit = pageStyle({ ...smallText(13), fontWeight: vars.weight.regular })

export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })

export const head = pageStyle({
  minHeight: vars.size.control,
})

export const columns = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  columnGap: vars.space[7],
  '@media': { [medium]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const features = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  columnGap: vars.space[7],
  '@media': {
    [medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

export const feature = pageStyle({ padding: `${vars.space[2]} 0`, borderBottom: hairline })

/** Facts about a pod, on one line. */
export const facts = pageStyle({ padding: `${vars.space[4]} 0`, font: vars.text[13] })

export const log = pageStyle({
  maxHeight: '60vh',
  overflow: 'auto',
  padding: `${vars.space[2]} 0`,
  border: edge,
  borderRadius: vars.radius.md,
  background: vars.surface.sunken,
  font: vars.text.mono,
})

const line = {
  padding: `0 ${vars.space[4]} 0 0`,
  whiteSpace: 'pre',
  width: 'max-content',
  minWidth: '100%',
  borderLeft: `${vars.size.line} solid transparent`,
  // outside of the text, so that copied lines have no numbers
  '::before': {
    content: 'attr(data-number)',
    display: 'inline-block',
    width: '5ch',
    marginInlineEnd: vars.space[4],
    textAlign: 'right',
    color: vars.text.faint,
    userSelect: 'none',
  },
  selectors: {
    '&[data-level=error]': { borderLeftColor: vars.danger.text, color: vars.danger.text },
    '&[data-level=warning]': { borderLeftColor: vars.warning.text, color: vars.warning.text },
    '[data-wrap] > &': { width: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  },
  '@media': {
    [narrow]: {
      width: 'auto',
      paddingLeft: vars.space[3],
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      '::before': { display: 'none' },
    },
  },
} as const

export const row = pageVariants({
  plain: line,
  marked: { ...line, background: vars.warning.tint },
  chosen: { ...line, background: vars.surface.selected },
})

export const mark = pageStyle({ background: 'none', fontWeight: vars.weight.bold, color: vars.warning.text })

export const foot = pageStyle({ padding: `${vars.space[3]} 0`, ...smallText(13) })

/** Log options in one line, each as wide as its text. */
export const choices = pageStyle({
  ...gridOf(3, 'repeat(6, minmax(0, max-content))'),
  alignItems: 'center',
  paddingBottom: vars.space[3],
  '@media': { [narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})

const besideBase = {
  ...smallText(13),
  whiteSpace: 'nowrap',
  '::before': { content: '"·"', marginInlineEnd: vars.space[3] },
} as const

/** Facts next to a page's title; the second is hidden if the title needs the space. */
export const beside = pageVariants({
  first: { ...besideBase, '@media': { [medium]: { display: 'none' } } },
  second: { ...besideBase, '@media': { '(max-width: 1439px)': { display: 'none' } } },
})

/** Tall enough to show the first charts completely (spec/3 9). */
export const metrics = pageStyle({ minHeight: '800px' })

/** Calculated totals below the form. */
export const sum = pageStyle({ padding: `${vars.space[3]} ${vars.space[5]}`, ...cardFrame })

/** Small items side by side, each with its actions. */
export const chips = pageStyle({ paddingTop: vars.space[3] })
export const chip = pageStyle({
  maxWidth: '100%',
  padding: `${vars.space[2]} ${vars.space[2]} ${vars.space[2]} ${vars.space[4]}`,
  ...cardFrame,
})
export const chipText = pageStyle({ minWidth: 0 })
export const chipName = pageStyle({ ...ellipsis, font: vars.text[13], fontWeight: vars.weight.bold })
export const chipNote = pageStyle({ columnGap: vars.space[3], ...smallText(13), overflowWrap: 'anywhere' })

/** Problems of a tenant, one row per failed part. */
export const problems = pageStyle(plainList)
export const problem = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'baseline',
  columnGap: vars.space[3],
  padding: `${vars.space[3]} 0`,
  borderBottom: hairline,
  font: vars.text[13],
  // a link next to long names would leave them no space
  '@media': { [narrow]: { gridTemplateColumns: 'auto minmax(0, 1fr)' } },
})
export const problemText = pageVariants({
  danger: { color: vars.danger.text, overflowWrap: 'anywhere' },
  warning: { color: vars.warning.text, overflowWrap: 'anywhere' },
})
export const problemLink = pageStyle({
  ...flexRow(4),
  '@media': { [narrow]: { gridColumn: 2, paddingTop: vars.space[2] } },
})
/** Cause, log line and remedy of a problem, each beside its label, or below it in narrow windows. */
export const problemFacts = pageStyle({
  ...gridOf([1, 4], 'max-content minmax(0, 1fr)', narrow),
  margin: 0,
  paddingTop: vars.space[1],
})
pageGlobal(`${problemFacts} > dt`, { '@media': { [narrow]: { paddingTop: vars.space[2] } } })

export const problemFact = pageStyle({ margin: 0, overflowWrap: 'anywhere' })
export const problemLine = pageStyle({ display: 'block', font: vars.text.mono })
export const problemWhy = pageStyle({ ...smallText(13), overflowWrap: 'anywhere' })
