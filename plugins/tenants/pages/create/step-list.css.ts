import { inlineRow, medium, pageStyle, pageVariants, plainList, smallText, vars } from 'stowage/theme'

export const nav = pageStyle({
  position: 'sticky',
  top: vars.space[6],
  minWidth: 0,
  '@media': { [medium]: { position: 'static' } },
})
export const list = pageStyle({
  ...plainList,
  '@media': { [medium]: { flexDirection: 'row', justifyContent: 'space-between' } },
})
/** A line connects the numbers. */
export const item = pageStyle({
  position: 'relative',
  paddingBottom: vars.space[5],
  selectors: {
    '&:not(:last-child)::before': {
      content: '""',
      position: 'absolute',
      left: vars.space[5],
      top: `calc(${vars.space[8]} + ${vars.space[2]})`,
      bottom: 0,
      width: '1px',
      background: vars.border.default,
    },
  },
  '@media': {
    [medium]: {
      flex: '1',
      paddingBottom: 0,
      selectors: {
        '&:last-child': { flex: 'none' },
        '&:not(:last-child)::before': {
          left: `calc(${vars.size.controlLg} - ${vars.space[1]})`,
          right: `calc(${vars.space[1]} * -1)`,
          top: vars.space[6],
          bottom: 'auto',
          width: 'auto',
          height: '1px',
        },
      },
    },
  },
})
export const step = pageStyle({
  display: 'flex',
  alignItems: 'start',
  gap: vars.space[4],
  width: '100%',
  padding: `${vars.space[2]} ${vars.space[3]} ${vars.space[2]} ${vars.space[2]}`,
  border: 0,
  borderRadius: vars.radius.sm,
  background: 'none',
  color: vars.text.default,
  textAlign: 'left',
  cursor: 'pointer',
  selectors: { '&:hover': { background: vars.surface.hover } },
  '@media': {
    [medium]: {
      width: vars.size.controlLg,
      minHeight: vars.size.controlLg,
      alignItems: 'center',
      justifyContent: 'center',
      padding: 0,
    },
  },
})
const numberBase = {
  flex: 'none',
  ...inlineRow(),
  justifyContent: 'center',
  width: vars.size.target,
  height: vars.size.target,
  borderRadius: vars.radius.full,
  border: `1px solid ${vars.border.control}`,
  font: vars.text[12],
  fontWeight: vars.weight.bold,
  fontVariantNumeric: 'tabular-nums',
} as const
export const number = pageVariants({
  plain: { ...numberBase, color: vars.text.muted, background: vars.surface.canvas },
  current: { ...numberBase, color: vars.primary.on, background: vars.primary.solid, borderColor: vars.primary.solid },
  done: { ...numberBase, color: vars.primary.text, background: vars.primary.tint, borderColor: vars.primary.text },
  wrong: { ...numberBase, color: vars.danger.text, background: vars.danger.tint },
})
export const wrong = pageStyle({ borderColor: vars.danger.text })
export const text = pageStyle({
  '@media': {
    [medium]: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})
const nameBase = { font: vars.text[14], lineHeight: vars.size.target } as const
export const name = pageVariants({
  current: { ...nameBase, fontWeight: vars.weight.bold },
  other: { ...nameBase, color: vars.text.muted },
})
export const state = pageVariants({
  plain: smallText(12),
  wrong: { font: vars.text[12], color: vars.danger.text },
})
