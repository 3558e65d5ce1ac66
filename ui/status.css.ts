import { vars } from '../themes/contract.css.ts'
import { flexRow, inlineRow, smallText } from '../themes/fragments.ts'
import { inContrast } from '../themes/media.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

const glyph = {
  content: '""',
  flex: 'none',
  width: vars.size.dot,
  height: vars.size.dot,
  forcedColorAdjust: 'none',
} as const

const line = { ...inlineRow(3), whiteSpace: 'nowrap' } as const

export const status = uiVariants({
  ok: { ...line, '::before': { ...glyph, borderRadius: vars.radius.full, background: vars.ok.solid } },
  warning: {
    ...line,
    color: vars.warning.text,
    '::before': { ...glyph, background: vars.warning.solid, clipPath: 'polygon(50% 0, 100% 100%, 0 100%)' },
  },
  danger: {
    ...line,
    color: vars.danger.text,
    '::before': { ...glyph, background: vars.danger.solid, borderRadius: '1px' },
  },
  unknown: {
    ...line,
    color: vars.text.muted,
    '::before': { ...glyph, borderRadius: vars.radius.full, border: `${vars.size.line} solid ${vars.text.faint}` },
  },
})

const badgeBase = {
  display: 'inline-block',
  maxWidth: '100%',
  height: vars.size.badge,
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.xs,
  font: vars.text[12],
  lineHeight: vars.size.badge,
  verticalAlign: 'top',
  selectors: {
    [inContrast]: { boxShadow: 'inset 0 0 0 1px currentColor' },
    '[role=row]:hover &, [aria-selected=true] &, [data-selected=true] &': {
      background: vars.surface.panel,
      boxShadow: `inset 0 0 0 1px ${vars.border.strong}`,
    },
  },
} as const

export const badge = uiVariants({
  neutral: { ...badgeBase, background: vars.neutral.tint, color: vars.neutral.text },
  info: { ...badgeBase, background: vars.info.tint, color: vars.info.text },
  ok: { ...badgeBase, background: vars.ok.tint, color: vars.ok.text },
  warning: { ...badgeBase, background: vars.warning.tint, color: vars.warning.text },
  danger: { ...badgeBase, background: vars.danger.tint, color: vars.danger.text },
  outline: { ...badgeBase, color: vars.text.muted, boxShadow: `inset 0 0 0 1px ${vars.border.strong}` },
})

export const badges = uiVariants({
  line: { ...flexRow(2), minWidth: 0 },
  wrapped: { display: 'flex', flexWrap: 'wrap', gap: vars.space[2], minWidth: 0, padding: `${vars.space[3]} 0` },
})

/** The number of hidden items, never truncated. */
export const rest = uiStyle({ flex: 'none' })

export const count = uiStyle({
  ...smallText(11),
  fontVariantNumeric: 'tabular-nums',
  background: vars.neutral.tint,
  borderRadius: vars.radius.full,
  padding: `0 ${vars.space[3]}`,
})
