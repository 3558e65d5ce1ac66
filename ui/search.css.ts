import { vars } from '../themes/contract.css.ts'
import { bareInput, flexRow, focusedFrame } from '../themes/fragments.ts'
import { inContrast, narrow } from '../themes/media.ts'
import { uiStyle } from '../themes/style.ts'

export const search = uiStyle({
  position: 'relative',
  ...flexRow(),
  // grows before the space next to it does, and shrinks before the toolbar wraps
  flex: `1000 1 ${vars.size.searchLeast}`,
  minWidth: 0,
  maxWidth: vars.size.search,
  height: vars.size.control,
  border: `1px solid ${vars.border.strong}`,
  borderRadius: vars.radius.sm,
  background: vars.surface.panel,
  font: vars.text.control,
  selectors: {
    [inContrast]: { borderColor: vars.border.control },
    '&:focus-within': focusedFrame,
  },
  // a separate line, with room for two icon buttons
  '@media': {
    [narrow]: { flex: `1 0 calc(100% - 2 * (${vars.size.iconButtonBordered} + ${vars.space[3]}))`, maxWidth: '100%' },
  },
})

export const icon = uiStyle({
  position: 'absolute',
  left: vars.space.inset,
  color: vars.text.faint,
  pointerEvents: 'none',
})

export const input = uiStyle({
  flex: '1',
  minWidth: 0,
  ...bareInput,
  padding: `0 ${vars.space[3]} 0 calc(${vars.size.icon} + 2 * ${vars.space.inset} - ${vars.space[1]})`,
  borderRadius: 'inherit',
  selectors: { '&::-webkit-search-cancel-button': { display: 'none' } },
})

/** The shortcut, or the clear button once there is text: both in one place. */
export const end = uiStyle({ ...flexRow(), paddingRight: '1px' })

export const key = uiStyle({ marginRight: vars.space[3], '@media': { [narrow]: { display: 'none' } } })
