import { vars } from '../themes/contract.css.ts'
import { bareInput, flexRow, focusedFrame, invalidFrame, raised, smallText, wellFrame } from '../themes/fragments.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

const surface = { position: 'relative', ...wellFrame, font: vars.text.mono, overflow: 'auto' } as const

export const code = uiStyle({ ...surface, maxHeight: `calc(2 * ${vars.size.editor})` })

export const editor = uiStyle({
  ...surface,
  borderColor: vars.border.control,
  maxHeight: `calc(2 * ${vars.size.editor})`,
  selectors: {
    '&:has([aria-invalid=true])': invalidFrame,
    '&:has(:focus)': focusedFrame,
  },
})

/** The colored text and the textarea over it share one cell, so that they scroll together. */
export const sheet = uiStyle({
  position: 'relative',
  display: 'grid',
  minHeight: '100%',
  width: 'max-content',
  minWidth: '100%',
})

export const lines = uiStyle({ gridArea: '1 / 1', padding: `${vars.space[3]} 0`, font: vars.text.mono })

const base = { display: 'flex', minHeight: vars.size.iconLg, whiteSpace: 'pre' } as const

export const line = uiVariants({
  right: base,
  marked: { ...base, background: vars.primary.tint, boxShadow: `inset ${vars.size.line} 0 ${vars.primary.solid}` },
  warned: { ...base, background: vars.warning.tint, boxShadow: `inset ${vars.size.line} 0 ${vars.warning.solid}` },
  wrong: { ...base, background: vars.danger.tint, boxShadow: `inset ${vars.size.line} 0 ${vars.danger.solid}` },
})

export const number = uiStyle({
  flex: 'none',
  width: vars.size.lineNumber,
  paddingRight: vars.space[4],
  textAlign: 'right',
  color: vars.text.faint,
  userSelect: 'none',
})

export const token = uiVariants({
  key: { color: vars.code.key },
  string: { color: vars.code.string },
  number: { color: vars.code.number },
  word: { color: vars.code.number },
  mark: {},
  space: {},
  comment: { color: vars.text.muted },
  wrong: { color: vars.danger.text },
  match: { background: vars.warning.tint },
  current: { background: vars.warning.tint, boxShadow: `0 0 0 1px ${vars.warning.solid}` },
})

export const input = uiStyle({
  gridArea: '1 / 1',
  width: '100%',
  ...bareInput,
  padding: `${vars.space[3]} ${vars.space[4]} ${vars.space[3]} ${vars.size.lineNumber}`,
  resize: 'none',
  overflow: 'hidden',
  font: vars.text.mono,
  whiteSpace: 'pre',
  color: 'transparent',
  caretColor: vars.text.default,
})

/** Under the caret, over the text. */
export const completions = uiStyle({
  position: 'absolute',
  zIndex: vars.z.menu,
  padding: vars.space[2],
  font: vars.text.mono,
  ...raised,
})

const completionBase = {
  ...flexRow(5),
  justifyContent: 'space-between',
  minHeight: vars.size.target,
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.xs,
  whiteSpace: 'nowrap',
  cursor: 'default',
} as const

export const completion = uiVariants({
  active: { ...completionBase, background: vars.surface.hoverStrong },
  other: { ...completionBase, selectors: { '&:hover': { background: vars.surface.hover } } },
})

export const completionHint = uiStyle(smallText(12))
