import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { currentTheme, onTheme, setTheme, themeChoice } from '../../themes/theme.ts'

const shown = () => document.documentElement.dataset.theme

/** Runs the script as the page's head does. */
const boot = () => new Function(readFileSync('themes/boot.js', 'utf8'))()

test.before(boot)
test.after.each(() => setTheme('system'))

test('without a choice the page has the colours of the system before it is drawn', () => {
  assert.is(themeChoice(), 'system')
  assert.is(shown(), 'light')
})

test('a choice shows at once, is kept, and tells who must draw again', () => {
  let told = 0
  const stop = onTheme(() => told++)
  setTheme('contrast')
  assert.is(shown(), 'contrast')
  assert.is(currentTheme(), 'contrast')
  assert.is(localStorage.getItem('theme'), 'contrast')
  assert.ok(told > 0)
  stop()
  setTheme('dark')
  const before = told
  setTheme('light')
  assert.is(told, before)
})

test('another tab that chooses takes this one along, and nonsense in the storage is the system', () => {
  localStorage.setItem('theme', 'dark')
  window.dispatchEvent(new Event('storage'))
  assert.is(shown(), 'dark')
  localStorage.setItem('theme', 'pink')
  window.dispatchEvent(new Event('storage'))
  assert.is(shown(), 'light')
  assert.is(themeChoice(), 'system')
})

test.run()
