import { edge, gridOf, hairline, narrow, pageStyle, pageVariants, smallText, vars } from 'stowage/theme'

export const selection = pageStyle({ padding: `${vars.space[5]} 0 0` })
export const notes = pageStyle({ ...gridOf(3), paddingTop: vars.space[4] })
export const table = pageStyle({ ...gridOf(6), paddingBottom: vars.space[6] })
export const foot = pageStyle({ ...smallText(13), paddingBottom: vars.space[7] })

const line = {
  ...gridOf([1, 5], 'minmax(0, 1fr) repeat(2, minmax(0, 1.4fr))'),
  padding: `${vars.space[2]} 0`,
  borderBottom: hairline,
  '@media': { [narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
} as const

/** Tenant names stay visible while the settings scroll. */
export const names = pageStyle({
  ...line,
  position: 'sticky',
  top: 0,
  zIndex: vars.z.sticky,
  background: vars.surface.canvas,
  fontWeight: vars.weight.bold,
})
export const row = pageVariants({ alike: { ...line, color: vars.text.muted }, other: line })
export const title = pageStyle({
  font: vars.text[16],
  fontWeight: vars.weight.bold,
  padding: `${vars.space[2]} 0`,
  borderBottom: edge,
})
export const notices = pageStyle({ ...smallText(13), fontWeight: vars.weight.regular, marginLeft: vars.space[3] })
/** In a narrow window, the setting's name is above both values. */
export const label = pageStyle({
  ...smallText(13),
  textAlign: 'left',
  '@media': { [narrow]: { gridColumn: '1 / -1' } },
})
export const corner = pageStyle({ '@media': { [narrow]: { display: 'none' } } })
const cell = { minWidth: 0, overflowWrap: 'anywhere' } as const
export const value = pageVariants({
  value: cell,
  set: cell,
  missing: { ...cell, color: vars.text.muted, fontStyle: 'italic' },
  withheld: { ...cell, color: vars.text.muted, fontStyle: 'italic' },
})
