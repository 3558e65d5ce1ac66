import { globalFontFace } from '@vanilla-extract/css'
import { vars } from './contract.css.ts'
import { reducedMotion } from './media.ts'
import { baseGlobal, resetGlobal } from './style.ts'

const lato = (weight: 400 | 700) =>
  globalFontFace('Lato', {
    src: `url('./fonts/lato-${weight}.woff2') format('woff2')`,
    fontWeight: weight,
    fontStyle: 'normal',
    fontDisplay: 'swap',
  })
lato(400)
lato(700)

resetGlobal('*, *::before, *::after', { boxSizing: 'border-box' })
resetGlobal('*', { margin: 0, padding: 0, scrollbarColor: `${vars.border.strong} transparent` })
resetGlobal('button, input, select, textarea', { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' })
resetGlobal('button', { background: 'none', border: 0, cursor: 'default', textAlign: 'inherit' })
resetGlobal('ul, ol', { listStyle: 'none' })
resetGlobal('h1, h2, h3, h4', { font: 'inherit' })
resetGlobal('fieldset', { border: 0, minWidth: 0 })
resetGlobal('textarea', { resize: 'vertical' })
resetGlobal('svg', { display: 'block', flex: 'none' })

baseGlobal('html, body', { height: '100%' })
baseGlobal('body', {
  font: vars.text[14],
  color: vars.text.default,
  background: vars.surface.canvas,
  WebkitFontSmoothing: 'antialiased',
  textRendering: 'optimizeLegibility',
  overflowWrap: 'anywhere',
})
baseGlobal('h1, h2, h3, h4, strong, b', { fontWeight: vars.weight.bold })
baseGlobal('h2', { font: vars.text[16] })
baseGlobal('a', { color: vars.text.link, textDecoration: 'none' })
baseGlobal('a:hover', { textDecoration: 'underline', textUnderlineOffset: vars.space[1] })
baseGlobal('code, pre', { font: vars.text.mono })
baseGlobal('::placeholder', { color: vars.text.faint, opacity: 1 })
baseGlobal(':focus-visible', { outline: `${vars.size.focus} solid ${vars.border.focus}`, outlineOffset: vars.space[1] })
baseGlobal('::selection', { background: vars.primary.tint })
baseGlobal('[hidden]', { display: 'none' })
baseGlobal('*', { '@media': { [reducedMotion]: { scrollBehavior: 'auto' } } })
