import { readFileSync } from 'node:fs'
import { assert, test } from '../lib/suite.ts'
import { currentTheme, onTheme, setTheme, themeChoice } from '../../themes/theme.ts'

const shown = () => document.documentElement.dataset.theme

/** Runs the script as the page's head does. */
const boot = () => new Function(readFileSync('themes/boot.js', 'utf8'))()

test.before(boot)
test.after.each(() => setTheme('system'))

test("without a choice the page has the system's colors before it renders", () => {
  assert.is(themeChoice(), 'system')
  assert.is(shown(), 'light')
})

test('a choice applies immediately, is stored, and notifies subscribers', () => {
  let notifications = 0
  const stop = onTheme(() => notifications++)
  setTheme('contrast')
  assert.is(shown(), 'contrast')
  assert.is(currentTheme(), 'contrast')
  assert.is(localStorage.getItem('theme'), 'contrast')
  assert.ok(notifications > 0)
  stop()
  setTheme('dark')
  const before = notifications
  setTheme('light')
  assert.is(notifications, before)
})

test("a choice in another tab applies here too, and an invalid stored value means the system's", () => {
  localStorage.setItem('theme', 'dark')
  window.dispatchEvent(new Event('storage'))
  assert.is(shown(), 'dark')
  localStorage.setItem('theme', 'pink')
  window.dispatchEvent(new Event('storage'))
  assert.is(shown(), 'light')
  assert.is(themeChoice(), 'system')
})
