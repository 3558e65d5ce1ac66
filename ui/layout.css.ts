import { vars } from '../themes/contract.css.ts'
import { flexColumn } from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

const { space } = vars

export const stack = uiStyle(flexColumn())
export const row = uiStyle({ display: 'flex' })
export const wrapped = uiStyle({ display: 'flex', flexWrap: 'wrap' })
export const shrink = uiStyle({ minWidth: 0 })

const columnsOf = (count: number) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const columns = uiVariants({ 2: columnsOf(2), 3: columnsOf(3) })

export const rowGap = uiVariants({
  1: { rowGap: space[1] },
  2: { rowGap: space[2] },
  3: { rowGap: space[3] },
  4: { rowGap: space[4] },
  5: { rowGap: space[5] },
  6: { rowGap: space[6] },
  7: { rowGap: space[7] },
})

export const columnGap = uiVariants({
  1: { columnGap: space[1] },
  2: { columnGap: space[2] },
  3: { columnGap: space[3] },
  4: { columnGap: space[4] },
  5: { columnGap: space[5] },
  6: { columnGap: space[6] },
  7: { columnGap: space[7] },
})

export const align = uiVariants({
  start: { alignItems: 'flex-start' },
  center: { alignItems: 'center' },
  baseline: { alignItems: 'baseline' },
})

export const justify = uiVariants({
  center: { justifyContent: 'center' },
  end: { justifyContent: 'flex-end' },
  between: { justifyContent: 'space-between' },
})

export const tone = uiVariants({ muted: { color: vars.text.muted }, faint: { color: vars.text.faint } })
export const size = uiVariants({ 12: { font: vars.text[12] }, 13: { font: vars.text[13] }, inherit: {} })
