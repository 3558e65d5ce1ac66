import { edge, gridOf, hairline, medium, narrow, pageStyle, pageVariants, smallText, vars } from 'stowage/theme'

export const table = pageStyle({
  width: '100%',
  borderCollapse: 'collapse',
  font: vars.text[13],
  '@media': { [narrow]: { display: 'block' } },
})

export const head = pageStyle({ '@media': { [narrow]: { display: 'none' } } })

const titleBase = {
  padding: `${vars.space[2]} ${vars.space[4]} ${vars.space[2]} 0`,
  borderBottom: edge,
  ...smallText(12),
  textAlign: 'left',
  whiteSpace: 'nowrap',
} as const

export const title = pageVariants({
  all: titleBase,
  wide: { ...titleBase, '@media': { [medium]: { display: 'none' } } },
})

/** In narrow windows time and type are above reason and message. */
export const row = pageStyle({
  borderBottom: hairline,
  verticalAlign: 'baseline',
  '@media': {
    [narrow]: { ...gridOf([1, 4], 'max-content minmax(0, 1fr)'), padding: `${vars.space[3]} 0` },
  },
})

const cellBase = {
  padding: `${vars.space[3]} ${vars.space[4]} ${vars.space[3]} 0`,
  '@media': { [narrow]: { display: 'block', padding: 0 } },
} as const

const below = { display: 'block', padding: 0, gridColumn: '1 / -1', whiteSpace: 'normal' } as const

export const cell = pageVariants({
  fixed: { ...cellBase, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  reason: { ...cellBase, whiteSpace: 'nowrap', '@media': { [narrow]: below } },
  text: {
    ...cellBase,
    overflowWrap: 'anywhere',
    '@media': { [narrow]: below },
  },
  wide: { ...cellBase, whiteSpace: 'nowrap', color: vars.text.muted, '@media': { [medium]: { display: 'none' } } },
})

export const foot = pageStyle({ padding: `${vars.space[3]} 0`, ...smallText(12) })
