import { vars } from '../themes/contract.css.ts'
import { inlineRow, smallText } from '../themes/fragments.ts'
import { inContrast, inDark, narrow } from '../themes/media.ts'
import { uiStyle } from '../themes/style.ts'

export const group = uiStyle({
  display: 'inline-flex',
  flex: 'none',
  gap: vars.space[1],
  height: vars.size.control,
  padding: vars.space[1],
  borderRadius: vars.radius.sm,
  background: vars.neutral.tint,
  selectors: {
    [inDark]: { background: vars.surface.sunken, boxShadow: `inset 0 0 0 1px ${vars.border.default}` },
  },
})

export const item = uiStyle({
  ...inlineRow(3),
  height: '100%',
  padding: `0 ${vars.space[4]}`,
  borderRadius: vars.radius.xs,
  ...smallText(13),
  selectors: {
    '&:hover': { color: vars.text.default },
    '&[aria-disabled=true]': { color: vars.text.disabled, cursor: 'not-allowed' },
    '&[aria-pressed=true]': {
      background: vars.surface.raised,
      color: vars.text.default,
      boxShadow: vars.shadow.raised,
      fontWeight: vars.weight.bold,
    },
    [`${inDark}[aria-pressed=true]`]: { background: vars.neutral.tint },
    [`${inContrast}[aria-pressed=true]`]: {
      outline: `${vars.size.line} solid ${vars.border.strong}`,
      outlineOffset: `calc(${vars.size.line} * -1)`,
    },
  },
})

/** Next to an icon in a narrow window the label is for screen readers only. */
export const label = uiStyle({
  '@media': {
    [narrow]: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})
