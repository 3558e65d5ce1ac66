import { vars } from '../../themes/contract.css.ts'
import { edge, flexColumn, flexRow, gridOf, smallText, wrappedRow } from '../../themes/fragments.ts'
import { brandColor } from '../protocol/brand-color.ts'
import { narrow } from '../../themes/media.ts'
import { pageStyle } from '../../themes/style.ts'

export const page = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 17fr) minmax(0, 23fr)',
  minHeight: '100dvh',
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'auto 1fr' } },
})

export const brand = pageStyle({
  ...flexColumn(),
  overflow: 'hidden',
  background: brandColor(vars.brand.surface),
  color: vars.brand.on,
  borderInlineEnd: `1px solid ${brandColor(vars.brand.surface)}`,
  '@media': { [narrow]: { padding: `${vars.space[5]} ${vars.size.gutter}` } },
  selectors: { '[data-theme=contrast] &': { background: vars.brand.surface, borderColor: vars.border.default } },
})

export const claim = pageStyle({
  ...flexColumn(),
  flex: 1,
  padding: `${vars.size.glyph} ${vars.space[9]} ${vars.space[8]}`,
  '@media': { [narrow]: { padding: 0 } },
})

const wide = { '@media': { [narrow]: { display: 'none' } } }

export const headline = pageStyle({
  font: vars.text[30],
  letterSpacing: vars.tracking.figure,
  marginTop: `calc(${vars.space[9]} * 2)`,
  ...wide,
})

export const line = pageStyle({ font: vars.text.lead, color: vars.brand.muted, marginTop: vars.space[5], ...wide })

export const picture = pageStyle({ marginBottom: vars.space[2], ...wide })

export const side = pageStyle({
  display: 'grid',
  gridTemplateRows: '1fr auto 1fr',
  justifyItems: 'center',
  padding: `${vars.space[7]} ${vars.size.gutter}`,
})

export const form = pageStyle({ gridRow: 2, width: '100%', maxWidth: vars.shell.form })

export const title = pageStyle({ font: vars.text[26], letterSpacing: vars.tracking.figure })

export const text = pageStyle({ color: vars.text.muted, marginTop: vars.space[3] })

export const server = pageStyle({
  ...flexRow(3),
  marginTop: vars.space[3],
  font: vars.text.mono,
  color: vars.text.muted,
})

export const fields = pageStyle({ ...gridOf(5), marginTop: vars.space[7] })

export const submit = pageStyle({ display: 'grid', marginTop: vars.space[3] })

/** Reserves space for an error of two lines, or of one line and its details, so that the form does not move. */
export const outcome = pageStyle({ minHeight: `calc(${vars.size.banner} + ${vars.size.target})` })

export const hint = pageStyle(smallText(12, 'faint'))

export const notice = pageStyle({ marginTop: vars.space[6] })

export const or = pageStyle({
  ...flexRow(4),
  marginTop: vars.space[7],
  ...smallText(12, 'faint'),
  '::before': { content: '', flex: 1, borderTop: edge },
  '::after': { content: '', flex: 1, borderTop: edge },
})

export const waiting = pageStyle({ display: 'grid', justifyContent: 'center', color: vars.text.muted })

export const retry = pageStyle({ ...gridOf(4), justifyItems: 'start' })

export const foot = pageStyle({
  gridRow: 3,
  alignSelf: 'end',
  ...wrappedRow([0, 5]),
  justifyContent: 'center',
  minHeight: vars.size.target,
  ...smallText(12, 'faint'),
})

export const footLink = pageStyle({ ...flexRow(), minHeight: vars.size.target, color: vars.text.muted })

export const alone = pageStyle({
  display: 'grid',
  placeContent: 'center',
  gridTemplateColumns: `minmax(0, ${vars.shell.form})`,
  minHeight: '100dvh',
  padding: vars.size.gutter,
})
