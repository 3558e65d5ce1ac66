import {
  chip as chipStyle,
  edge,
  flexColumn,
  gridOf,
  hairline,
  inlineRow,
  medium,
  narrow,
  pageGlobal,
  pageStyle,
  smallText,
  vars,
} from 'stowage/theme'

export const content = pageStyle({ padding: `${vars.space[6]} 0 ${vars.space[8]}` })

/** Kind, account, action, bucket, key and the button, on one line if they fit. */
export const question = pageStyle({
  ...gridOf(4, 'minmax(0, 0.7fr) minmax(0, 1fr) minmax(0, 1.1fr) minmax(0, 1fr) minmax(0, 1.2fr) auto'),
  alignItems: 'start',
  '@media': {
    [medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

/** In a dialog, fields form two columns, and the statement is below the verdict. */
export const inDialog = pageStyle({ ...flexColumn(5), minWidth: 0 })
pageGlobal(`${inDialog} > ${question}`, {
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

/** Aligned with the inputs, below their labels. */
export const send = pageStyle({
  display: 'grid',
  font: vars.text[13],
  paddingTop: `calc(1lh + ${vars.space.tight})`,
  '@media': { [narrow]: { paddingTop: 0 } },
})

export const when = pageStyle(smallText(13))

export const chip = pageStyle({ ...chipStyle, color: vars.text.default })

/** Verdict next to the deciding statement. */
export const result = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.5fr) minmax(0, 1fr)',
  border: edge,
  borderRadius: vars.radius.md,
  overflow: 'hidden',
  '@media': { [medium]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

pageGlobal(`${inDialog} > ${result}`, { gridTemplateColumns: 'minmax(0, 1fr)' })

export const side = pageStyle({ ...flexColumn(4), minWidth: 0, padding: vars.space[5] })
export const statementSide = pageStyle({ background: vars.surface.sunken })

export const verdict = pageStyle({ font: vars.text[20] })
export const sentence = pageStyle({ overflowWrap: 'anywhere' })
pageGlobal(`${sentence} a`, { textDecoration: 'underline' })
export const note = pageStyle({ ...smallText(13), overflowWrap: 'anywhere' })

export const head = pageStyle(smallText(13))

export const ruling = pageStyle({
  ...gridOf(3, 'minmax(0, 0.6fr) minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.8fr)'),
  alignItems: 'center',
  minHeight: vars.size.row,
  borderTop: hairline,
  font: vars.text[13],
  overflowWrap: 'anywhere',
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 0.6fr) minmax(0, 1fr)', padding: `${vars.space[2]} 0` } },
})

/** Origin of a statement; names wrap anywhere. */
export const came = pageStyle({ overflowWrap: 'anywhere' })

export const cell = pageStyle({ ...inlineRow(2), whiteSpace: 'nowrap' })
export const allowed = pageStyle({ display: 'flex', color: vars.ok.solid })
export const conditional = pageStyle({ display: 'flex', color: vars.text.muted })
