import { noHover, edge, narrow, pageStyle, smallText, vars } from 'stowage/theme'

/** Appears like row actions: on hover, on focus, and always on touch screens. */
export const copy = pageStyle({
  flex: 'none',
  opacity: 0,
  selectors: { '[role=row]:hover &, [role=row]:focus &, [role=row]:focus-within &': { opacity: 1 } },
  '@media': { [noHover]: { opacity: 1 }, [narrow]: { opacity: 1 } },
})

/** A note above the list. */
export const note = pageStyle({
  marginTop: vars.space[5],
  padding: `${vars.space[4]} ${vars.space[5]}`,
  border: edge,
  borderRadius: vars.radius.md,
  ...smallText(13),
})

export const noteIcon = pageStyle({ color: vars.info.solid })

export const unnamed = pageStyle({ color: vars.text.faint, fontWeight: vars.weight.regular })
