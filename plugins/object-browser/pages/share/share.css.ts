import { edge, gridOf, narrow, pageStyle, vars } from 'stowage/theme'

/** Name of the shared object, on its own line. */
export const subject = pageStyle({
  padding: `${vars.space[3]} ${vars.space[4]}`,
  border: edge,
  borderRadius: vars.radius.md,
  background: vars.surface.sunken,
  color: vars.text.muted,
})

export const path = pageStyle({ flex: '1', minWidth: 0, overflowWrap: 'anywhere' })

export const size = pageStyle({ flex: 'none', font: vars.text[13] })

export const parts = pageStyle({
  flex: '1 1 0',
  ...gridOf(3, 'repeat(3, minmax(0, 1fr))'),
  minWidth: vars.size.search,
  '@media': { [narrow]: { flexBasis: '100%', minWidth: 0 } },
})
