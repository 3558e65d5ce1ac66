import { pageStyle, vars } from 'stowage/theme'

export const sheet = pageStyle({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${vars.size.dock}), 1fr))`,
  gap: `${vars.space[8]} ${vars.space[8]}`,
  alignItems: 'start',
  padding: `${vars.space[7]} 0 ${vars.space[10]}`,
})

export const wide = pageStyle({ gridColumn: '1 / -1', minWidth: 0 })

export const sample = pageStyle({ display: 'flex', flexDirection: 'column', gap: vars.space[4], minWidth: 0 })

export const label = pageStyle({ font: vars.text[12], color: vars.text.faint })

export const states = pageStyle({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${vars.size.dock}), 1fr))`,
  gap: vars.space[5],
})

export const state = pageStyle({
  display: 'flex',
  flexDirection: 'column',
  minHeight: vars.size.dock,
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  overflow: 'hidden',
})

export const stateHead = pageStyle({
  padding: `${vars.space[3]} ${vars.space[5]}`,
  borderBottom: `1px solid ${vars.border.default}`,
  background: vars.surface.sunken,
  font: vars.text[12],
  color: vars.text.muted,
})

export const stateBody = pageStyle({ flex: '1', display: 'flex', flexDirection: 'column', minHeight: 0 })

export const tableBox = pageStyle({ display: 'flex', flexDirection: 'column', height: vars.size.tableBox })

/** As seen at 200% zoom. */
export const twice = pageStyle({ zoom: 2 })
