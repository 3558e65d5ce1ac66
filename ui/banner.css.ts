import { vars } from '../themes/contract.css.ts'
import { exactText, flexRow, inlineRow } from '../themes/fragments.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

export const look = uiVariants({
  box: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: vars.space.inset,
    padding: `${vars.space.inset} ${vars.space[4]}`,
    border: '1px solid',
    borderRadius: vars.radius.sm,
    font: vars.text[13],
  },
  strip: {
    ...flexRow('inset'),
    minHeight: vars.size.banner,
    padding: `${vars.space[2]} ${vars.space[5]} ${vars.space[2]} ${vars.size.gutter}`,
    borderBottom: '1px solid',
    font: vars.text[13],
  },
})

export const tone = uiVariants({
  info: { background: vars.info.tint, borderColor: vars.info.border },
  warning: { background: vars.warning.tint, borderColor: vars.warning.border },
  danger: { background: vars.danger.tint, borderColor: vars.danger.border },
  ok: { background: vars.ok.tint, borderColor: vars.ok.border },
})

/** As high as a line of text, to align the icon. */
export const icon = uiVariants({
  info: { ...flexRow(), minHeight: vars.size.iconLg, color: vars.info.solid },
  warning: { ...flexRow(), minHeight: vars.size.iconLg, color: vars.warning.solid },
  danger: { ...flexRow(), minHeight: vars.size.iconLg, color: vars.danger.solid },
  ok: { ...flexRow(), minHeight: vars.size.iconLg, color: vars.ok.solid },
})

export const body = uiStyle({ flex: '1', minWidth: 0 })

/** Buttons are higher than a line of text; this keeps the banner's height. */
const aside = {
  flex: 'none',
  margin: `calc(${vars.space[2]} * -1) calc(${vars.space[2]} * -1) calc(${vars.space[2]} * -1) 0`,
} as const

export const action = uiStyle({
  ...aside,
  alignSelf: 'center',
  // a strip's button ends where the page's content ends; the glyph of a Close button does by itself
  selectors: { [`${look.strip} > &:last-child`]: { marginRight: `calc(${vars.size.gutter} - ${vars.space[5]})` } },
})
export const close = uiStyle(aside)

export const toggle = uiStyle({
  ...inlineRow(2),
  minHeight: vars.size.target,
  font: vars.text[13],
  color: vars.text.link,
  borderRadius: vars.radius.xs,
  selectors: { '&:hover': { textDecoration: 'underline' } },
})

export const detail = uiStyle({
  ...exactText,
  color: vars.text.muted,
  maxHeight: vars.size.editor,
  overflow: 'auto',
})
