import {
  cardFrame,
  centeredSquare,
  flexColumn,
  flexRow,
  hairline,
  narrow,
  pageStyle,
  pageVariants,
  plainList,
  smallText,
  vars,
} from 'stowage/theme'

export const panel = pageStyle({ margin: `${vars.space[6]} 0 0`, ...cardFrame })

export const head = pageStyle({
  padding: `${vars.space[3]} ${vars.space[3]} ${vars.space[3]} ${vars.space[5]}`,
  borderBottom: hairline,
})

export const title = pageStyle({ font: vars.text[14], fontWeight: vars.weight.bold })

export const count = pageStyle({ flex: '1', ...smallText(12, 'faint') })

export const steps = pageStyle(plainList)

export const step = pageStyle({
  ...flexRow(4),
  minHeight: vars.size.rowTall,
  padding: `${vars.space[3]} ${vars.space[5]}`,
  selectors: { '& + &': { borderTop: hairline } },
  '@media': { [narrow]: { flexWrap: 'wrap' } },
})

const round = {
  flex: 'none',
  ...centeredSquare(vars.size.target),
  borderRadius: vars.radius.full,
  font: vars.text[13],
} as const

export const mark = pageVariants({
  open: { ...round, border: `1px solid ${vars.border.control}`, color: vars.text.muted },
  done: { ...round, color: vars.ok.solid },
})

export const description = pageStyle({ flex: '1', ...flexColumn(), minWidth: '60%' })

export const name = pageStyle({ fontWeight: vars.weight.bold })

export const text = pageStyle(smallText(13))
