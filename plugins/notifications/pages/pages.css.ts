import { vars } from '../../../themes/contract.css.ts'
import { medium, narrow } from '../../../themes/media.ts'
import { pageGlobal, pageStyle, pageVariants } from '../../../themes/style.ts'

const column = { display: 'flex', flexDirection: 'column' } as const

/** Below the page's head, to its end. */
export const content = pageStyle({ ...column, gap: vars.space[7], padding: `${vars.space[6]} 0 ${vars.space[8]}` })

export const intro = pageStyle({ color: vars.text.muted })

export const group = pageStyle({ ...column, gap: vars.space[4] })

export const groupTitle = pageStyle({ font: vars.text[16] })

export const cards = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: vars.space[4],
  '@media': { [medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }, [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
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

export const card = pageVariants({
  open: { ...box, color: vars.text.default, selectors: { '&:hover': { borderColor: vars.border.control, boxShadow: vars.shadow.raised } } },
  closed: { ...box, color: vars.text.muted, background: vars.surface.canvas },
})
pageGlobal(`${card.open}:hover`, { textDecoration: 'none' })

export const cardTitle = pageStyle({ font: vars.text.lead, fontWeight: vars.weight.bold })

export const about = pageStyle({ font: vars.text[13], color: vars.text.muted })

export const targets = pageStyle({ font: vars.text[13], color: vars.text.faint, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })

/** Two lines in a cell. */
export const two = pageStyle({ ...column, minWidth: 0 })
export const second = pageStyle({ font: vars.text[12], color: vars.text.muted, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
export const address = pageStyle({ font: vars.text.mono, color: vars.text.muted, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })

export const form = pageStyle({ ...column, gap: vars.space[6], maxWidth: vars.size.dialog, width: '100%' })

/** What the fields come to, as the storage server gets it. */
export const whole = pageStyle({
  font: vars.text.mono,
  color: vars.text.muted,
  padding: vars.space[4],
  border: `1px solid ${vars.border.hairline}`,
  borderRadius: vars.radius.sm,
  background: vars.surface.canvas,
  overflowWrap: 'anywhere',
})

export const foot = pageStyle({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: vars.space[3] })
export const note = pageStyle({ flex: '1', minWidth: 'min-content', font: vars.text[13], color: vars.text.muted })

/** What a test came to, above the buttons. */
export const trial = pageStyle({ ...box, gap: vars.space[4] })
export const steps = pageStyle({ ...column, gap: vars.space[3] })
export const step = pageStyle({ display: 'flex', justifyContent: 'space-between', gap: vars.space[4] })
export const stepDetail = pageStyle({ display: 'block', font: vars.text[13], color: vars.text.muted, overflowWrap: 'anywhere' })
