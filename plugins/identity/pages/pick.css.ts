import { edge, pageGlobal, pageStyle, vars } from 'stowage/theme'

export const line = pageStyle({ display: 'flex' })
pageGlobal(`${line} > *`, { flex: '1' })

/** Grows with its rows up to a maximum height, in a form that scrolls; the whole row is clickable. */
export const list = pageStyle({
  maxHeight: vars.size.editor,
  overflow: 'hidden',
  border: edge,
  borderRadius: vars.radius.sm,
  paddingInline: vars.space[3],
})
pageGlobal(`${list} > *`, { minHeight: 0 })
pageGlobal(`${list} [data-index]`, { cursor: 'pointer' })
