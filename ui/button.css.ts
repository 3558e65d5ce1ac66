import { vars } from '../themes/contract.css.ts'
import { flexRow, inlineRow } from '../themes/fragments.ts'
import { forcedColors } from '../themes/media.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

const idle = '&:not([aria-disabled=true])'
const off = '&[aria-disabled=true]'

export const button = uiStyle({
  position: 'relative',
  ...inlineRow(),
  justifyContent: 'center',
  flex: 'none',
  maxWidth: '100%',
  height: vars.size.control,
  padding: `0 ${vars.space[4]}`,
  border: `1px solid ${vars.border.strong}`,
  borderRadius: vars.radius.sm,
  background: vars.surface.panel,
  color: vars.text.default,
  font: vars.text.control,
  whiteSpace: 'nowrap',
  boxShadow: vars.shadow.control,
  transition: `background ${vars.motion.fast}, border-color ${vars.motion.fast}`,
  selectors: {
    [`${idle}:hover`]: { background: vars.surface.hover, borderColor: vars.border.control, textDecoration: 'none' },
    [`${idle}:active`]: { background: vars.surface.selected },
    '&[aria-pressed=true]': {
      background: vars.primary.tint,
      borderColor: vars.info.border,
      color: vars.primary.text,
    },
    [off]: {
      background: vars.surface.sunken,
      borderColor: vars.border.default,
      color: vars.text.disabled,
      boxShadow: 'none',
      cursor: 'not-allowed',
    },
  },
})

const filled = { fontWeight: vars.weight.bold }

export const tone = uiVariants({
  secondary: {},
  primary: {
    ...filled,
    selectors: {
      '&:not([aria-disabled=true])': {
        background: vars.primary.solid,
        borderColor: vars.primary.solid,
        color: vars.primary.on,
      },
      [`${idle}:hover`]: { background: vars.primary.hover, borderColor: vars.primary.hover },
      [`${idle}:active`]: { background: vars.primary.active },
    },
  },
  danger: {
    ...filled,
    selectors: {
      [idle]: { background: vars.danger.fill, borderColor: vars.danger.fill, color: vars.danger.on },
      [`${idle}:hover`]: { background: vars.danger.fillHover, borderColor: vars.danger.fillHover },
    },
  },
  dangerQuiet: {
    selectors: {
      [idle]: { color: vars.danger.text },
      [`${idle}:hover`]: { background: vars.danger.tint, borderColor: vars.danger.border },
    },
  },
  quiet: {
    background: 'transparent',
    borderColor: 'transparent',
    boxShadow: 'none',
    color: vars.text.muted,
    selectors: {
      [`${idle}:hover`]: { background: vars.surface.hover, borderColor: 'transparent', color: vars.text.default },
      [`${off}:not(:hover)`]: { background: 'transparent', borderColor: 'transparent' },
    },
    '@media': { [forcedColors]: { borderColor: 'ButtonText' } },
  },
})

export const size = uiVariants({
  sm: { height: vars.size.controlSm, padding: `0 ${vars.space.inset}`, font: vars.text[13] },
  md: {},
  lg: { height: vars.size.controlLg, padding: `0 ${vars.space[5]}`, font: vars.text[14] },
})

/** Sizes set `font`, which resets the weight, so this comes after them. */
export const strong = uiStyle({ fontWeight: vars.weight.bold })

const line = { ...flexRow('tight'), justifyContent: 'center', minWidth: 0 }

export const content = uiStyle(line)

/** Gray icon of the quieter tones. */
export const icon = uiVariants({
  muted: {
    color: vars.text.muted,
    marginLeft: `calc(${vars.space[1]} * -1)`,
    selectors: { '[aria-disabled=true] &, [aria-pressed=true] &': { color: 'inherit' } },
  },
  same: { marginLeft: `calc(${vars.space[1]} * -1)` },
})

/** Keeps the width while busy. */
export const idleContent = uiStyle({ visibility: 'hidden' })

/** The spinner and, if it fits on the line, the busy label. */
export const busyContent = uiStyle({
  ...line,
  position: 'absolute',
  inset: `0 ${vars.space[3]}`,
  margin: 'auto 0',
  height: vars.size.iconLg,
  flexWrap: 'wrap',
  overflow: 'hidden',
})

const square = {
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: vars.radius.sm,
  color: vars.text.muted,
  transition: `background ${vars.motion.fast}`,
}

const plain = {
  ...square,
  width: vars.size.iconButton,
  height: vars.size.iconButton,
} as const

const plainStates = {
  [`${idle}:hover`]: { background: vars.surface.hover, color: vars.text.default },
  [`[role=row] ${idle}:hover, [role=menu] ${idle}:hover`]: { background: vars.surface.hoverStrong },
  '&[aria-pressed=true], &[aria-pressed=true]:hover': { background: vars.primary.tint, color: vars.primary.text },
  [off]: { color: vars.text.disabled, cursor: 'not-allowed' },
} as const

export const iconButton = uiVariants({
  plain: { ...plain, selectors: plainStates },
  danger: {
    ...plain,
    selectors: {
      ...plainStates,
      [idle]: { color: vars.danger.text },
      [`${idle}:hover`]: { background: vars.danger.tint },
    },
  },
  bordered: {
    ...square,
    width: vars.size.iconButtonBordered,
    height: vars.size.iconButtonBordered,
    border: `1px solid ${vars.border.strong}`,
    background: vars.surface.panel,
    boxShadow: vars.shadow.control,
    selectors: {
      [`${idle}:hover`]: { background: vars.surface.hover, borderColor: vars.border.control, color: vars.text.default },
      '&[aria-pressed=true], &[aria-pressed=true]:hover': {
        background: vars.primary.tint,
        borderColor: vars.info.border,
        color: vars.primary.text,
      },
      [off]: { background: vars.surface.sunken, color: vars.text.disabled, cursor: 'not-allowed' },
    },
  },
})
