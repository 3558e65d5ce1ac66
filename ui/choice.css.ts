import { vars } from '../themes/contract.css.ts'
import { flexColumn, smallText } from '../themes/fragments.ts'
import { inContrast } from '../themes/media.ts'
import { uiGlobal, uiStyle, uiVariants } from '../themes/style.ts'

/** Label around a checkbox, radio or switch; all of it is clickable. */
export const line = uiStyle({
  display: 'flex',
  alignItems: 'flex-start',
  gap: vars.space[3],
  minHeight: vars.size.target,
  padding: `${vars.space[1]} 0`,
})

export const labels = uiStyle({ minWidth: 0, lineHeight: vars.size.iconLg })

/** Without a visible label the target is still 24 px. */
export const alone = uiStyle({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: vars.size.target,
  minHeight: vars.size.target,
  marginLeft: `calc((${vars.size.check} - ${vars.size.target}) / 2)`,
})

const box = {
  appearance: 'none',
  flex: 'none',
  display: 'inline-grid',
  placeItems: 'center',
  width: vars.size.check,
  height: vars.size.check,
  border: `1px solid ${vars.border.control}`,
  background: vars.surface.panel,
  color: vars.primary.on,
  forcedColorAdjust: 'none',
} as const

const inLine = `${line} > &`

const disabled = {
  borderColor: vars.border.default,
  background: vars.surface.sunken,
  color: vars.text.disabled,
} as const

export const checkbox = uiStyle({
  ...box,
  borderRadius: vars.radius.xs,
  selectors: {
    [inLine]: { marginTop: `calc((${vars.size.iconLg} - ${vars.size.check}) / 2)` },
    '&:checked, &:indeterminate': { background: vars.primary.solid, borderColor: vars.primary.solid },
    '&:disabled': disabled,
    '&[aria-invalid=true]': { borderColor: vars.danger.solid },
    '&::before': { content: '""', background: 'currentColor' },
    '&:checked::before': {
      width: '75%',
      height: '75%',
      clipPath: 'polygon(14% 47%, 0 62%, 40% 98%, 100% 21%, 84% 8%, 38% 69%)',
    },
    '&:indeterminate::before': { width: '58%', height: vars.size.line, borderRadius: '1px', clipPath: 'none' },
  },
})

export const radio = uiStyle({
  ...box,
  borderRadius: vars.radius.full,
  selectors: {
    [inLine]: { marginTop: `calc((${vars.size.iconLg} - ${vars.size.check}) / 2)` },
    '&:checked': {
      background: vars.primary.on,
      borderColor: vars.primary.solid,
      boxShadow: `inset 0 0 0 ${vars.space[2]} ${vars.primary.solid}`,
    },
    '&:disabled': disabled,
  },
})

export const switchLine = uiStyle({
  display: 'flex',
  alignItems: 'flex-start',
  gap: vars.space[4],
  minHeight: vars.size.target,
})

export const toggle = uiStyle({
  appearance: 'none',
  position: 'relative',
  flex: 'none',
  marginTop: '1px',
  width: vars.size.switchWidth,
  height: vars.size.switchHeight,
  borderRadius: vars.radius.full,
  background: vars.border.control,
  transition: `background ${vars.motion.base}`,
  forcedColorAdjust: 'none',
  '::after': {
    content: '""',
    position: 'absolute',
    left: vars.space[1],
    top: vars.space[1],
    width: vars.size.knob,
    height: vars.size.knob,
    borderRadius: vars.radius.full,
    background: vars.control.thumb,
    boxShadow: vars.shadow.knob,
    transition: `transform ${vars.motion.base} ${vars.motion.out}`,
  },
  selectors: {
    '&:checked': { background: vars.primary.solid },
    '&:checked::after': { transform: `translateX(${vars.size.knob})` },
    '&:disabled': { opacity: 0.45 },
    [inContrast]: {
      background: vars.surface.canvas,
      boxShadow: `inset 0 0 0 ${vars.size.line} ${vars.border.control}`,
    },
  },
})

uiGlobal(`[data-theme=contrast] ${toggle}:checked`, { background: vars.primary.solid })
uiGlobal(`[data-theme=contrast] ${toggle}::after`, { scale: '.72' })
uiGlobal(`[data-theme=contrast] ${toggle}:checked::after`, { background: vars.primary.on })

export const hint = uiStyle(smallText(12, 'faint'))

export const group = uiVariants({
  column: flexColumn(2),
  row: { display: 'flex', flexWrap: 'wrap', gap: `${vars.space[2]} ${vars.space[6]}` },
})
