import { edge, gridOf, narrow, pageStyle, pageVariants, vars } from 'stowage/theme'

export const block = pageStyle({ padding: vars.space[5], border: edge, borderRadius: vars.radius.md })

export const title = pageStyle({ font: vars.text[14], fontWeight: 600 })

const row = {
  ...gridOf(3, '16px 96px minmax(0, 1fr)'),
  alignItems: 'start',
  overflowWrap: 'anywhere',
  '@media': { [narrow]: { gridTemplateColumns: '16px 80px minmax(0, 1fr)' } },
} as const

export const step = pageVariants({
  passed: row,
  failed: { ...row, color: vars.danger.text },
  skipped: { ...row, color: vars.text.faint },
})

export const list = pageStyle({
  maxHeight: vars.size.menu,
  overflowY: 'auto',
  font: vars.text.mono,
  overflowWrap: 'anywhere',
})

export const host = pageStyle({
  font: vars.text.mono,
  color: vars.text.muted,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '@media': { [narrow]: { display: 'none' } },
})

export const metrics = pageStyle({ paddingTop: vars.space[6] })
