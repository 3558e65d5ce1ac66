import { gridOf, hairline, narrow, pageStyle, smallText, vars } from 'stowage/theme'

export const day = pageStyle({
  padding: `${vars.space[4]} 0 ${vars.space[2]}`,
  ...smallText(13),
  fontWeight: vars.weight.bold,
})

export const events = pageStyle({ borderTop: hairline })

export const event = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  columnGap: vars.space[5],
  padding: `${vars.space[3]} 0`,
  borderBottom: hairline,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: vars.space[1] } },
})

export const time = pageStyle({ ...smallText(13), fontVariantNumeric: 'tabular-nums' })

export const lines = pageStyle({ ...gridOf(1), minWidth: 0 })

export const reason = pageStyle({ fontWeight: vars.weight.bold })

export const message = pageStyle({ overflowWrap: 'anywhere' })

export const muted = pageStyle({ ...smallText(13), overflowWrap: 'anywhere' })
