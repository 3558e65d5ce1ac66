import { assert, test } from '../../lib/suite.ts'
import { isLoadFailure } from '../../../core/shell/error-texts.ts'

test('a module that could not be loaded is recognized by the words of Chromium, Firefox and Safari', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://console.example/assets/page.js',
    'error loading dynamically imported module: https://console.example/assets/page.js',
    'Importing a module script failed.',
  ])
    assert.ok(isLoadFailure(new TypeError(message)), message)
})

test('other errors are not mistaken for it', () => {
  assert.not(isLoadFailure(new TypeError('Cannot read properties of undefined')))
  assert.not(isLoadFailure('Importing a module script failed.'))
})
