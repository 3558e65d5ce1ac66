import { keyframes } from '@vanilla-extract/css'
import { vars } from '../themes/contract.css.ts'
import { backdrop, bareInput, edge, ellipsis, flexColumn, flexRow, hairline, smallText } from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { pageStyle, pageVariants } from '../themes/style.ts'

const rise = keyframes({ from: { opacity: 0, transform: `translateY(${vars.space[3]})` } })

const fade = keyframes({ from: { opacity: 0 } })

export const overlay = pageStyle({ ...backdrop, animation: `${fade} ${vars.motion.base} ${vars.motion.out}` })

export const palette = pageStyle({
  position: 'fixed',
  zIndex: vars.z.dialog,
  top: vars.shell.paletteTop,
  left: 0,
  right: 0,
  margin: '0 auto',
  width: vars.shell.palette,
  maxWidth: `calc(100vw - 2 * ${vars.space[3]})`,
  maxHeight: `calc(100dvh - 2 * ${vars.shell.paletteTop})`,
  ...flexColumn(),
  overflow: 'hidden',
  borderRadius: vars.radius.lg,
  background: vars.surface.dialog,
  boxShadow: vars.shadow.dialog,
  outline: 'none',
  animation: `${rise} ${vars.motion.base} ${vars.motion.out}`,
  '@media': {
    [narrow]: { top: vars.space[3], maxHeight: `calc(100dvh - 2 * ${vars.space[3]})` },
  },
})

export const query = pageStyle({
  flex: 'none',
  ...flexRow(4),
  height: vars.shell.paletteInput,
  padding: `0 ${vars.space[5]}`,
  borderBottom: edge,
  color: vars.text.muted,
})

export const input = pageStyle({
  flex: 1,
  minWidth: 0,
  ...bareInput,
  color: vars.text.default,
  font: vars.text.lead,
})

export const list = pageStyle({
  flex: '0 1 auto',
  minHeight: 0,
  overflow: 'auto',
  padding: vars.space[2],
  scrollPaddingBlock: vars.space[8],
})

export const heading = pageStyle({
  display: 'flex',
  justifyContent: 'space-between',
  gap: vars.space[4],
  ...smallText(12, 'faint'),
  padding: `${vars.space[3]} ${vars.space[4]} ${vars.space[2]}`,
})

export const note = pageStyle({ textAlign: 'end' })

export const more = pageStyle({ ...smallText(12, 'faint'), padding: `${vars.space[2]} ${vars.space[4]}` })

/** Searches that are pending or failed. */
export const status = pageStyle({ ...smallText(12), padding: `${vars.space[3]} ${vars.space[4]}` })

const option = {
  ...flexRow(4),
  minHeight: vars.shell.paletteItem,
  padding: `0 ${vars.space[4]}`,
  borderRadius: vars.radius.sm,
  font: vars.text[14],
  color: vars.text.default,
} as const

export const item = pageVariants({
  other: option,
  active: {
    ...option,
    background: vars.surface.hover,
    selectors: {
      '[data-theme=dark] &': { background: vars.surface.hoverStrong },
      '[data-theme=contrast] &': {
        background: vars.surface.hoverStrong,
        boxShadow: `inset 0 0 0 1px ${vars.border.strong}`,
      },
    },
  },
})

export const icon = pageStyle({ color: vars.text.muted, display: 'flex' })

export const hit = pageStyle({ background: 'none', color: 'inherit', fontWeight: vars.weight.bold })

export const hint = pageStyle({
  ...smallText(12, 'faint'),
  maxWidth: '50%',
  flex: 'none',
  ...ellipsis,
  // faint text has too little contrast on the selected row
  selectors: { '[aria-selected=true] > &': { color: vars.text.muted } },
})

export const enter = pageStyle({ display: 'flex', marginInlineStart: 'auto', color: vars.text.faint })

export const none = pageStyle({ padding: vars.space[5], color: vars.text.muted, textAlign: 'center' })

export const foot = pageStyle({
  flex: 'none',
  ...flexRow(3),
  minHeight: vars.shell.paletteItem,
  padding: `0 ${vars.space[5]}`,
  borderTop: hairline,
  ...smallText(12, 'faint'),
})

export const keys = pageStyle({ display: 'contents', '@media': { [narrow]: { display: 'none' } } })

export const promise = pageStyle({ marginInlineStart: 'auto' })
