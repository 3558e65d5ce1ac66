import { assert, suite } from '../lib/suite.ts'
import { page, useConsole } from './console.ts'
import { row } from './elements.ts'
import { createBucket } from './objects.ts'
import { goto } from './pages.ts'

const test = suite('printing')

useConsole(test)

test('a list is printed whole, on white, and without controls', async () => {
  for (let index = 0; index < 40; index += 1) await createBucket(`printed-${index}`)
  await goto('/buckets?view=list')
  await row('printed-0').waitFor()
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark')
    window.dispatchEvent(new Event('theme'))
  })
  const rows = () => page.getByRole('row').count()
  assert.ok((await rows()) < 40, 'a screen shows a part of the rows')
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  assert.is(await rows(), 41)
  const [first, last] = [row('printed-0'), row('printed-39')]
  assert.ok(await last.isVisible())
  const [top, bottom] = [await first.boundingBox(), await last.boundingBox()]
  assert.ok(bottom!.y > top!.y + 38 * top!.height, 'the rows are below each other')
  const { height } = (await page.locator('html').boundingBox())!
  assert.ok(height > bottom!.y, 'the page is as high as its rows')
  assert.not(await page.getByRole('navigation', { name: 'Console' }).isVisible())
  assert.is(await page.getByRole('button', { name: 'Create Bucket' }).count(), 0)
  assert.is(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  assert.ok((await rows()) < 41)
  assert.is(await page.evaluate(() => document.documentElement.dataset.theme), 'dark')
})
