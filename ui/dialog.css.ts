import { keyframes } from '@vanilla-extract/css'
import { vars } from '../themes/contract.css.ts'
import { backdrop, flexColumn, flexRow, hairline, scrollBox, smallText } from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { uiGlobal, uiStyle, uiVariants } from '../themes/style.ts'

const fade = keyframes({ from: { opacity: 0 } })
const rise = keyframes({ from: { opacity: 0, transform: `translateY(${vars.space[3]})` } })

export const overlay = uiStyle({
  ...backdrop,
  display: 'grid',
  placeItems: 'center',
  animation: `${fade} ${vars.motion.slow} ${vars.motion.out}`,
})

const box = {
  ...flexColumn(),
  maxWidth: `calc(100vw - 2 * ${vars.space[5]})`,
  maxHeight: `calc(100dvh - ${vars.space[10]})`,
  overflow: 'hidden',
  borderRadius: vars.radius.lg,
  background: vars.surface.dialog,
  boxShadow: vars.shadow.dialog,
  outline: 'none',
  animation: `${rise} ${vars.motion.slow} ${vars.motion.out}`,
  '@media': {
    [narrow]: {
      width: '100%',
      maxWidth: '100%',
      maxHeight: '92dvh',
      alignSelf: 'end',
      borderRadius: `${vars.radius.lg} ${vars.radius.lg} 0 0`,
    },
  },
} as const

export const dialog = uiVariants({
  form: { ...box, width: vars.size.dialogForm },
  confirm: { ...box, width: vars.size.dialogConfirm },
  wide: { ...box, width: vars.size.dialog },
})

export const head = uiStyle({
  flex: 'none',
  ...flexRow(3),
  padding: `${vars.space[5]} ${vars.space[5]} ${vars.space[4]} ${vars.space[7]}`,
  '@media': { [narrow]: { padding: `${vars.space[3]} ${vars.space[3]} ${vars.space[3]} ${vars.size.gutter}` } },
})

export const title = uiStyle({ flex: '1', minWidth: 0, font: vars.text[16] })

/** The first and last line have room for their focus rings although the body scrolls. */
export const body = uiStyle({
  flex: '0 1 auto',
  ...scrollBox,
  ...flexColumn(6),
  padding: `${vars.space[2]} ${vars.space[7]} ${vars.space[7]}`,
  '@media': { [narrow]: { padding: `${vars.space[2]} ${vars.size.gutter} ${vars.space[7]}` } },
})

export const foot = uiStyle({
  flex: 'none',
  ...flexRow(3),
  justifyContent: 'flex-end',
  padding: `${vars.space[4]} ${vars.space[7]}`,
  borderTop: hairline,
  '@media': { [narrow]: { flexWrap: 'wrap', padding: `${vars.space[4]} ${vars.size.gutter}` } },
})

/** In a narrow window, it is at the lower edge: toasts are above it. */
uiGlobal(`:root:has(${foot})`, { '@media': { [narrow]: { vars: { '--foot-height': vars.size.header } } } })

export const note = uiStyle({
  flex: '1',
  minWidth: 0,
  ...smallText(12, 'faint'),
  '@media': { [narrow]: { flex: '1 0 100%' } },
})

export const question = uiStyle({ flex: '1', minWidth: 0, font: vars.text[13], fontWeight: vars.weight.bold })
