import {
  cardFrame,
  chip as chipStyle,
  edge,
  exactText,
  flexColumn,
  gridOf,
  hairline,
  inlineRow,
  narrow,
  pageStyle,
  pageVariants,
  smallText,
  vars,
  wrappedRow,
} from 'stowage/theme'

const column = { ...flexColumn(), minWidth: 0 } as const

/** Cards next to the JSON, or only one of them. */
export const views = pageVariants({
  visual: { ...column },
  both: { ...gridOf(5, 'minmax(0, 1fr) minmax(0, 0.75fr)'), alignItems: 'start' },
  json: { ...column },
})

export const cards = pageStyle({ border: 0, padding: 0, margin: 0 })

const frame = { ...column, ...cardFrame } as const

export const card = pageVariants({
  open: { ...frame, borderColor: vars.primary.solid },
  closed: frame,
})

export const head = pageStyle({
  padding: `${vars.space[2]} ${vars.space[4]}`,
})

export const toggle = pageStyle({
  ...wrappedRow(3),
  flex: '1',
  minWidth: 0,
  minHeight: vars.size.control,
  textAlign: 'left',
  overflowWrap: 'anywhere',
})

export const title = pageStyle({ font: vars.text[14], fontWeight: vars.weight.bold })
export const brief = pageStyle({ ...smallText(13), overflowWrap: 'anywhere' })

/** Label on the left, controls next to it. */
export const row = pageStyle({
  ...gridOf(4, `calc(${vars.size.term} * 0.7) minmax(0, 1fr)`),
  padding: `${vars.space[4]} ${vars.space[5]}`,
  borderTop: hairline,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[2] } },
})

export const label = pageStyle({ ...smallText(13), paddingTop: vars.space[2] })
export const groupName = pageStyle({ flex: 'none', width: vars.size.area, maxWidth: '25%', ...smallText(12) })

export const chip = pageStyle({
  ...chipStyle,
  vars: { [vars.size.iconButton]: vars.size.target },
})

export const mono = pageStyle({ font: vars.text.mono })
export const rest = pageStyle({ ...exactText, color: vars.text.muted })

/** Finding below the title of its statement. */
export const finding = pageStyle({
  minHeight: vars.size.row,
  padding: `${vars.space[1]} ${vars.space[5]}`,
  borderTop: hairline,
  font: vars.text[13],
  overflowWrap: 'anywhere',
})
export const findings = pageStyle({ border: edge, borderRadius: vars.radius.md })
export const warning = pageStyle({ display: 'flex', flex: 'none', color: vars.warning.solid })
export const wrong = pageStyle({ display: 'flex', flex: 'none', color: vars.danger.solid })
export const message = pageStyle({ flex: '1', minWidth: 0 })
export const count = pageStyle({ ...inlineRow(2), ...smallText(13) })
