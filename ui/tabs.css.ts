import { vars } from '../themes/contract.css.ts'
import { flexColumn, flexRow, smallText } from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

const scrolling = { overflowX: 'auto', scrollbarWidth: 'none' } as const

export const root = uiVariants({
  line: { ...flexColumn(), flex: '1', minHeight: 0, minWidth: 0 },
  side: {
    display: 'flex',
    flex: '1',
    gap: vars.space[7],
    minHeight: 0,
    minWidth: 0,
    '@media': { [narrow]: { flexDirection: 'column', gap: 0 } },
  },
})

/** Space at both sides of a label for its focus ring, excluded from the line and the underline. */
const ring = vars.space[2]

/** A bottom line that is inset at both ends. A shadow cannot be shorter than its box. */
const lineBelow = (color: string, height: string, ends: string) =>
  `linear-gradient(${color}, ${color}) center bottom / calc(100% - 2 * ${ends}) ${height} no-repeat`

const line = {
  display: 'flex',
  flex: 'none',
  gap: `calc(${vars.space[6]} - 2 * ${ring})`,
  height: vars.size.tabs,
  margin: `0 calc(-2 * ${ring})`,
  padding: `0 ${ring}`,
  background: lineBelow(vars.border.default, '1px', `2 * ${ring}`),
  ...scrolling,
} as const

export const list = uiVariants({
  line,
  side: {
    ...flexColumn(),
    flex: 'none',
    gap: '1px',
    width: vars.size.sideTabs,
    paddingTop: vars.space[6],
    '@media': { [narrow]: { ...line, flexDirection: 'row', width: 'auto' } },
  },
})

const underline = {
  background: lineBelow(vars.primary.text, vars.size.line, ring),
  color: vars.text.default,
  fontWeight: vars.weight.bold,
} as const

const base = { ...flexRow(3), flex: 'none', ...smallText(14), whiteSpace: 'nowrap' } as const

const inside = { outlineOffset: `calc(${vars.size.focus} * -1)`, borderRadius: vars.radius.xs } as const

export const tab = uiVariants({
  line: {
    ...base,
    padding: `0 ${ring}`,
    selectors: {
      '&:hover': { color: vars.text.default },
      '&[data-state=active]': underline,
      '&:focus-visible': inside,
      '&[data-disabled]': { color: vars.text.disabled },
    },
  },
  side: {
    ...base,
    height: vars.size.control,
    padding: `0 ${vars.space[4]}`,
    borderRadius: vars.radius.sm,
    selectors: {
      '&:hover': { background: vars.surface.hover, color: vars.text.default },
      '&[data-state=active]': {
        background: vars.primary.tint,
        color: vars.primary.text,
        fontWeight: vars.weight.bold,
      },
      '&[data-disabled]': { color: vars.text.disabled },
    },
    '@media': {
      [narrow]: {
        height: 'auto',
        padding: `0 ${ring}`,
        borderRadius: 0,
        selectors: { '&:hover': { background: 'none' }, '&[data-state=active]': underline, '&:focus-visible': inside },
      },
    },
  },
})

/** Reserves the width of the bold label, so that selecting a tab shifts nothing. */
export const label = uiStyle({
  display: 'inline-grid',
  '::after': {
    content: 'attr(data-label)',
    height: 0,
    overflow: 'hidden',
    visibility: 'hidden',
    fontWeight: vars.weight.bold,
  },
})

export const sideCount = uiStyle({ marginLeft: 'auto' })

const panelBase = {
  flex: '1',
  ...flexColumn(),
  minWidth: 0,
  minHeight: 0,
  outlineOffset: `calc(${vars.size.focus} * -1)`,
} as const

/** Next to vertical tabs, a toolbar, including its 12 px above, is as high as the first tab. */
export const panel = uiVariants({
  line: panelBase,
  side: { ...panelBase, paddingTop: vars.space[3], '@media': { [narrow]: { paddingTop: 0 } } },
})
