import { vars } from '../themes/contract.css.ts'
import { flexColumn, gridOf } from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { uiGlobal, uiStyle, uiVariants } from '../themes/style.ts'
import { box } from './field.css.ts'

export const form = uiStyle({
  ...flexColumn(6),
  maxWidth: vars.size.form,
  width: '100%',
  // in a dialog the dialog sets the width
  selectors: { '[role=dialog] &': { maxWidth: 'none' } },
})

export const fields = uiStyle({ ...gridOf([5, 5], 'repeat(2, minmax(0, 1fr))', narrow), alignItems: 'start' })

export const width = uiVariants({
  full: { gridColumn: '1 / -1', minWidth: 0 },
  half: { minWidth: 0, '@media': { [narrow]: { gridColumn: '1 / -1' } } },
  /** Alone in its row, with an input as wide as a half field. */
  short: { gridColumn: '1 / -1', minWidth: 0 },
})
uiGlobal(`${width.short} ${box}`, {
  maxWidth: `calc((100% - ${vars.space[5]}) / 2)`,
  '@media': { [narrow]: { maxWidth: 'none' } },
})

/** The object it is about is emphasized. */
export const intro = uiStyle({ color: vars.text.muted })
uiGlobal(`${intro} strong`, { color: vars.text.default })

export const actions = uiStyle({ display: 'flex', gap: vars.space[3] })
