import { assert, suite } from '../lib/suite.ts'
import { contrastFindings } from '../lib/axe.ts'
import { newTab, page, useConsole } from './console.ts'

const test = suite('contrast of texts')

useConsole(test)

const show = (body: string) => page.setContent(`<!doctype html><html lang="en"><body>${body}</body></html>`)
const gray = '<p style="color: #ccc">one</p>'

test('low contrast is reported each time', async () => {
  await newTab()
  const known = new Set<string>()
  await show(gray)
  for (const _ of [1, 2]) assert.match((await contrastFindings(page, known)).join(), /color-contrast.*one/)
  assert.is(known.size, 0)
})

test('passed color combinations are checked again only on another background', async () => {
  await newTab()
  const known = new Set<string>()
  await show(`<div style="background: #000">${gray}</div>`)
  assert.equal(await contrastFindings(page, known), [])
  assert.is(known.size, 1)
  await show(`<div style="background: #000"><section>${gray}</section></div>`)
  assert.equal(await contrastFindings(page, known), [])
  assert.is(known.size, 1)
  for (const around of [
    'background: #fff',
    'background: #000; opacity: 0.4',
    'background: linear-gradient(#fff, #fff)',
  ]) {
    await show(`<div style="background: #000"><div style="${around}">${gray}</div></div>`)
    await contrastFindings(page, known)
  }
  assert.ok(known.size > 1)
  await show(`<div style="background: #000"><div style="background: #fff">${gray}</div></div>`)
  assert.match((await contrastFindings(page, known)).join(), /color-contrast/)
})

test('a disabled text with low contrast, which is allowed, hides no enabled one', async () => {
  await newTab()
  const known = new Set<string>()
  await show(`<button disabled style="color: #ccc; background: #fff">one</button>`)
  assert.equal(await contrastFindings(page, known), [])
  await show(`<button style="color: #ccc; background: #fff">one</button>`)
  assert.match((await contrastFindings(page, known)).join(), /color-contrast/)
})
