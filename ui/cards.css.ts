import { vars } from '../themes/contract.css.ts'
import { ellipsis, flexColumn, gridOf, paddedCard, smallText } from '../themes/fragments.ts'
import { medium, narrow } from '../themes/media.ts'
import { uiGlobal, uiStyle, uiVariants } from '../themes/style.ts'

const oneBelow = {
  '@media': {
    [medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
} as const

/** Number of columns if there is room. */
export const cards = uiVariants({
  2: { ...gridOf(4, 'repeat(2, minmax(0, 1fr))'), maxWidth: vars.size.dialog, ...oneBelow },
  3: { ...gridOf(4, 'repeat(3, minmax(0, 1fr))'), ...oneBelow },
})

const box = { ...flexColumn(2), ...paddedCard } as const

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

export const about = uiStyle(smallText(13))

export const note = uiStyle({ ...smallText(13, 'faint'), ...ellipsis })
