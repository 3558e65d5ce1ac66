import { pageGlobal, pageStyle, vars } from 'stowage/theme'

export const pick = pageStyle({ display: 'flex', flexDirection: 'column', gap: vars.space[3] })

export const line = pageStyle({ display: 'flex' })
pageGlobal(`${line} > *`, { flex: '1' })

/** As high as its rows, up to a height of its own in a form that scrolls; a press anywhere in a row chooses it. */
export const list = pageStyle({
  display: 'flex',
  flexDirection: 'column',
  maxHeight: vars.size.editor,
  overflow: 'hidden',
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.sm,
  paddingInline: vars.space[3],
})
pageGlobal(`${list} > *`, { minHeight: 0 })
pageGlobal(`${list} [data-index]`, { cursor: 'pointer' })
