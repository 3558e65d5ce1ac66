import { vars } from '../themes/contract.css.ts'
import { medium, narrow } from '../themes/media.ts'
import { uiGlobal, uiStyle, uiVariants } from '../themes/style.ts'

const column = { display: 'flex', flexDirection: 'column' } as const

const oneBelow = {
  '@media': {
    [medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
} as const

/** Number of columns if there is room. */
export const cards = uiVariants({
  2: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: vars.space[4],
    maxWidth: vars.size.dialog,
    ...oneBelow,
  },
  3: { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: vars.space[4], ...oneBelow },
})

const box = {
  ...column,
  gap: vars.space[2],
  minWidth: 0,
  padding: `${vars.space[4]} ${vars.space[5]}`,
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  background: vars.surface.panel,
} as const

export const card = uiVariants({
  open: {
    ...box,
    color: vars.text.default,
    selectors: { '&:hover': { borderColor: vars.border.control, boxShadow: vars.shadow.raised } },
  },
  closed: { ...box, color: vars.text.muted, background: vars.surface.canvas },
})
uiGlobal(`${card.open}:hover`, { textDecoration: 'none' })

export const title = uiStyle({ font: vars.text.lead, fontWeight: vars.weight.bold })

export const about = uiStyle({ font: vars.text[13], color: vars.text.muted })

export const note = uiStyle({
  font: vars.text[13],
  color: vars.text.faint,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
