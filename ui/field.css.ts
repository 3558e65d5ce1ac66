import { vars } from '../themes/contract.css.ts'
import {
  bareInput,
  ellipsis,
  flexColumn,
  flexRow,
  focusedFrame,
  invalidFrame,
  smallText,
  tabular,
} from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { uiGlobal, uiStyle, uiVariants } from '../themes/style.ts'

export const field = uiStyle({ ...flexColumn('tight'), minWidth: 0 })

export const label = uiStyle({
  display: 'flex',
  alignItems: 'baseline',
  gap: vars.space.tight,
  font: vars.text[13],
  fontWeight: vars.weight.bold,
})

export const head = uiStyle({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: `0 ${vars.space[3]}`,
  minWidth: 0,
  // elsewhere fields are side by side, and their inputs have to align
  '@media': { [narrow]: { flexWrap: 'wrap' } },
})

/** Keeps its width, so that the code is shortened or wraps before the label does. */
export const named = uiStyle({ flex: 'none', ...flexRow(3), maxWidth: '100%' })

export const edited = uiStyle({
  display: 'inline-block',
  flex: 'none',
  width: vars.size.dotSm,
  height: vars.size.dotSm,
  borderRadius: vars.radius.full,
  background: vars.primary.text,
  forcedColorAdjust: 'none',
})

export const code = uiStyle({ font: vars.text.mono, color: vars.text.faint, minWidth: 0, ...ellipsis })

export const optional = uiStyle({ whiteSpace: 'nowrap', fontWeight: vars.weight.regular, color: vars.text.faint })

export const hint = uiStyle(smallText(12, 'faint'))

export const liveRegion = uiStyle({ display: 'contents' })

export const error = uiStyle({
  display: 'flex',
  alignItems: 'flex-start',
  gap: vars.space[2],
  font: vars.text[12],
  color: vars.danger.text,
})

/** The visible input: a box around the native one, its icon, unit and button. */
export const box = uiStyle({
  position: 'relative',
  ...flexRow(3),
  minWidth: 0,
  width: '100%',
  border: `1px solid ${vars.border.control}`,
  borderRadius: vars.radius.sm,
  background: vars.surface.panel,
  font: vars.text[14],
  color: vars.text.default,
  selectors: {
    '&:has([aria-invalid=true])': invalidFrame,
    '&:has(> :is(input, textarea):read-only:enabled)': {
      background: vars.surface.sunken,
      borderColor: vars.border.default,
      color: vars.text.muted,
    },
    '&:has(> :is(input, select, textarea):disabled)': {
      background: vars.surface.sunken,
      borderColor: vars.border.default,
      color: vars.text.disabled,
    },
    '&:has(> :is(input, select, textarea):focus)': focusedFrame,
  },
})

export const height = uiVariants({
  md: { height: vars.size.control },
  lg: { height: vars.size.controlLg },
  area: { height: 'auto' },
})

export const native = uiStyle({
  flex: '1',
  minWidth: 0,
  ...bareInput,
  padding: `0 ${vars.space.inset}`,
  borderRadius: 'inherit',
  textOverflow: 'ellipsis',
  selectors: {
    '&:disabled': { WebkitTextFillColor: 'currentColor', opacity: 1 },
    '&:disabled::placeholder': { color: vars.text.disabled },
  },
})

export const monoText = uiStyle({ font: vars.text.monoLg })

export const area = uiStyle({
  height: 'auto',
  minHeight: vars.size.area,
  padding: `${vars.space[3]} ${vars.space.inset}`,
  font: 'inherit',
})

export const lead = uiStyle({
  marginLeft: vars.space.inset,
  marginRight: `calc(${vars.space.inset} * -1)`,
  color: vars.text.faint,
})

export const unit = uiStyle({ paddingRight: vars.space.inset, ...smallText(13, 'faint') })

export const tabularNumbers = uiStyle(tabular)

/** Only used for its picker: its own text would be in the browser's locale. */
export const calendar = uiStyle({ position: 'absolute', inset: 0, opacity: 0, pointerEvents: 'none', border: 0 })

/** A date and time with its label inside the box, as used in filters. */
export const moment = uiStyle({
  width: 'auto',
  flex: `0 1 ${vars.size.moment}`,
  '@media': { [narrow]: { flex: '1 1 100%' } },
})

export const momentLabel = uiStyle({ flex: 'none', paddingLeft: vars.space.inset, ...smallText(13) })

export const trail = uiStyle({ display: 'flex', paddingRight: '1px', color: vars.text.muted })

/** At sign-in. */
uiGlobal(`${height.lg} > input`, { paddingInline: vars.space[4] })
uiGlobal(`${height.lg} > ${trail}`, { paddingRight: vars.space[2] })

export const select = uiStyle({
  appearance: 'none',
  paddingRight: vars.space[8],
  selectors: { '&:invalid': { color: vars.text.faint } },
})

export const chevron = uiStyle({
  position: 'absolute',
  right: vars.space.inset,
  color: vars.text.muted,
  pointerEvents: 'none',
})
