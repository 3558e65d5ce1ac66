import { edge, flexColumn, gridOf, pageStyle, smallText, vars } from 'stowage/theme'

export const sheet = pageStyle({
  ...gridOf([8, 8], `repeat(auto-fill, minmax(min(100%, ${vars.size.dock}), 1fr))`),
  alignItems: 'start',
  padding: `${vars.space[7]} 0 ${vars.space[10]}`,
})

export const wide = pageStyle({ gridColumn: '1 / -1', minWidth: 0 })

export const sample = pageStyle({ ...flexColumn(4), minWidth: 0 })

export const label = pageStyle(smallText(12, 'faint'))

export const states = pageStyle({ ...gridOf(5, `repeat(auto-fill, minmax(min(100%, ${vars.size.dock}), 1fr))`) })

export const state = pageStyle({
  ...flexColumn(),
  minHeight: vars.size.dock,
  border: edge,
  borderRadius: vars.radius.md,
  overflow: 'hidden',
})

export const stateHead = pageStyle({
  padding: `${vars.space[3]} ${vars.space[5]}`,
  borderBottom: edge,
  background: vars.surface.sunken,
  ...smallText(12),
})

export const stateBody = pageStyle({ flex: '1', ...flexColumn(), minHeight: 0 })

export const tableBox = pageStyle({ ...flexColumn(), height: vars.size.tableBox })

/** As seen at 200% zoom. */
export const twice = pageStyle({ zoom: 2 })
