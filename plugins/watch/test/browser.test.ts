import { assert, suite } from '../../../test/lib/suite.ts'
import { allow, createPolicy, createUser } from '../../../test/browser/accounts.ts'
import { appearances, assertReadable } from '../../../test/browser/accessibility.ts'
import { inTab, page, root, server, useConsole } from '../../../test/browser/console.ts'
import { button, cellsOf, row } from '../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../test/browser/objects.ts'
import { goto, openPage } from '../../../test/browser/pages.ts'

const test = suite('watch')
useConsole(test)

const events = () => page.getByRole('grid', { name: 'Events' })
const status = (text: string) => page.getByRole('banner').getByText(text, { exact: true })

test('all buckets or named ones are watched, and a row links to its object', async () => {
  await createBucket('first')
  await createBucket('second')
  await openPage('/watch', 'Watch')
  await page.getByText('Start watching').waitFor()
  await button('Start').click()
  await status('Live').waitFor()
  await putObject('first', 'reports/q3 final.pdf', 'x'.repeat(2048))
  await putObject('second', 'other', 'x')
  await events().getByText('first/reports/q3 final.pdf').waitFor()
  await events().getByText('second/other').waitFor()
  assert.match(
    await cellsOf(events(), 'q3 final'),
    /^[\d-]{10} [\d:]{8}\.\d{3} \| admin \| 2\.0 KiB \| s3:ObjectCreated:Put \| first\/reports\/q3 final\.pdf$/,
  )
  assert.not(await page.getByLabel('Prefix').isEditable())
  await button('Stop').click()
  await status('Stopped').waitFor()

  await page.getByLabel('Buckets').fill('second')
  await page.getByLabel('Prefix').fill('in/')
  await page.getByLabel('Get', { exact: true }).uncheck()
  await page.waitForURL(`${server.url}/watch?bucket=second&prefix=in%2F&events=put%2Cdelete`)
  await button('Start').click()
  await status('Live').waitFor()
  assert.is(await events().count(), 0)
  await putObject('first', 'in/no', 'x')
  await putObject('second', 'no', 'x')
  await putObject('second', 'in/yes', 'x')
  assert.is((await root('DELETE', '/api/v1/buckets/second/objects?path=in%2Fyes')).status, 200)
  await events().getByText('s3:ObjectRemoved:Delete').waitFor()
  assert.is(await events().getByRole('row').count(), 3)
  await row('second/in/yes').first().getByRole('link').click()
  await page.waitForURL(`${server.url}/buckets/second/browse/in/yes`)
})

test('a missing bucket and a missing right are reported', async () => {
  await openPage('/watch?bucket=nowhere', 'Watch')
  await button('Start').click()
  await page.getByText('The specified bucket does not exist').first().waitFor()
  await createPolicy('watches-first', allow(['s3:ListenBucketNotification'], ['first']))
  await inTab({ pair: await createUser('watcher', { policies: ['watches-first'] }) }, async () => {
    await openPage('/watch', 'Watch')
    await button('Start').click()
    await page.getByText('s3:ListenNotification').first().waitFor()
    await page.getByLabel('Buckets').fill('first')
    await button('Retry').or(button('Start')).first().click()
    await status('Live').waitFor()
  })
})

for (const { theme, width } of appearances)
  test(`it is readable at ${width} px in ${theme}`, () =>
    inTab({ theme, width }, async () => {
      await goto('/watch')
      await button('Start').click()
      await page.getByText('No Changes at this time').waitFor()
      await assertReadable(`watch-quiet-${theme}-${width}`)
      await putObject('first', `seen/${theme}-${width}`, 'x')
      await events().getByText(`first/seen/${theme}-${width}`).waitFor()
      await assertReadable(`watch-live-${theme}-${width}`)
    }))
