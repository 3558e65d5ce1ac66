import { gridOf, hairline, medium, paddedCard, pageStyle, smallText, vars } from 'stowage/theme'

export const card = pageStyle({ flex: 'none', margin: `0 0 ${vars.space[5]}`, ...paddedCard })

export const title = pageStyle({ ...smallText(13), marginBottom: vars.space[2] })

export const row = pageStyle({
  ...gridOf([2, 5], 'minmax(0, 4fr) minmax(0, 5fr) max-content', medium),
  alignItems: 'center',
  padding: `${vars.space[3]} 0`,
  borderTop: hairline,
  font: vars.text[13],
})

export const what = pageStyle({ ...gridOf(1), minWidth: 0, overflowWrap: 'anywhere' })

export const remedy = pageStyle({ color: vars.text.muted })

export const actions = pageStyle({ display: 'flex', gap: vars.space[3], justifyContent: 'flex-end' })
