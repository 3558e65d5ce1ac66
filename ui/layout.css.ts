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

const steps = [1, 2, 3, 4, 5, 6, 7] as const
const gapsOf = (property: 'rowGap' | 'columnGap') =>
  Object.fromEntries(steps.map((step) => [step, { [property]: space[step] }])) as Record<
    (typeof steps)[number],
    { rowGap?: string; columnGap?: string }
  >

export const rowGap = uiVariants(gapsOf('rowGap'))
export const columnGap = uiVariants(gapsOf('columnGap'))

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
