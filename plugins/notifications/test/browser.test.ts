import { assert } from '../../../test/lib/suite.ts'
import { type Receiver, startReceiver } from '../../../test/lib/receiver.ts'
import { allow, createPolicy, createUser } from '../../../test/browser/accounts.ts'
import { assertAccessible, appearances, assertReadable } from '../../../test/browser/accessibility.ts'
import { inTab, page } from '../../../test/browser/console.ts'
import { confirm, waitForDialogClose, dialog, pressInDialog } from '../../../test/browser/dialogs.ts'
import { button, row, pressInRow } from '../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../test/browser/objects.ts'
import { goto, waitForHeading, openPage, waitForMessage } from '../../../test/browser/pages.ts'
import { until } from '../../../test/lib/until.ts'
import { onEveryEngine } from '../../../test/browser/engines.ts'

const ARN = 'arn:minio:sqs::hook:webhook'
const field = (label: string) => page.getByLabel(new RegExp(`^${label}( optional)?\\s*$`))

onEveryEngine('notification endpoints', (test, engine) => {
  let receiver: Receiver

  test.before(async () => {
    receiver = await startReceiver()
  })

  test('without a target a bucket says so and links to the available services', async () => {
    await createBucket('telling')
    await goto('/buckets/telling/admin/events')
    await page.getByText('There are no events yet.').waitFor()
    await button('Subscribe To Event').click()
    await dialog().getByText('There are no ARNs yet.').waitFor()
    const addTarget = dialog().getByRole('link', { name: 'Add Target' })
    await until(() => addTarget.evaluate((link) => link === document.activeElement))
    await page.keyboard.press('Enter')
    await waitForHeading('Add Notification Target')
    const open = page.getByRole('main').getByRole('link')
    await open.first().waitFor()
    assert.is(await open.count(), engine === 'minio' ? 10 : 1)
    if (engine === 'embedded') await page.getByText('This storage supports webhooks only.').waitFor()
  })

  test('a webhook is added by its form, with errors at their fields, and the bucket opens again', async () => {
    await page.getByRole('link', { name: /Webhook/ }).click()
    await waitForHeading('Webhook')
    await field('Name').fill('hook')
    await field('Endpoint').fill('127.0.0.1')
    if (engine === 'minio') await field('Queue Dir').fill('relative')
    await button('Save Notification Target').click()
    await page.getByText('Enter an address that starts with http:// or https://').waitFor()
    if (engine === 'minio') {
      await page.getByText('Enter an absolute path, such as /var/lib/minio/events').waitFor()
      await field('Queue Dir').fill('/tmp')
    }
    await field('Endpoint').fill('http://127.0.0.1:1/')
    await button('Test Target').click()
    const tested = page.getByRole('region', { name: 'Test Target' })
    await tested.getByText('Not connected').waitFor()
    await assertAccessible(`notification-tested-${engine}`)
    await field('Comment').fill('a "quoted" word')
    await tested.getByText('Before your last change.').waitFor()
    if (engine === 'minio') {
      await button('Save Notification Target').click()
      await page
        .getByText(/remove the double quotes, which the storage server cannot store/i)
        .first()
        .waitFor()
    }
    await field('Comment').fill('the readers of tests')
    await button('Save Notification Target').click()
    await page.getByRole('alert').first().waitFor()
    await field('Endpoint').fill(receiver.url)
    await button('Test Target').click()
    await tested.getByText('Connected', { exact: true }).waitFor()
    await field('Auth Token').fill('marked-secret-token')
    await button('Save Notification Target').click()
    await waitForHeading('telling')
    await waitForMessage('Notification target webhook:hook added')
    if (engine === 'minio') await dialog().getByText('Target hook:webhook is saved and waits for a restart').waitFor()
    else assert.is(await dialog().getByLabel('ARN').inputValue(), ARN)
    await openPage('/notification-endpoints', 'Notification Endpoints')
    if (engine === 'minio') {
      await row('webhook:hook').getByText('Waiting for restart').waitFor()
      await assertAccessible('notification-waiting')
      // without the name of the target too
      await goto('/buckets/telling/admin/events?create=1')
      await dialog().getByText('Target hook:webhook is saved and waits for a restart').waitFor()
      await assertAccessible('subscribe-waiting')
      const reads = ['ServerInfo', 'ConfigUpdate'].map((name) => `admin:${name}`)
      const policies = [await createPolicy('subscribing', allow(['s3:*'], ['*']), allow(reads))]
      await inTab({ pair: await createUser('subscriber', { policies }) }, async () => {
        await goto('/buckets/telling/admin/events?create=1')
        await dialog().getByText('Target hook:webhook is saved and waits for a restart').waitFor()
        await button('Restart Server').and(page.locator('[aria-disabled=true]')).waitFor()
      })
      await goto('/buckets/telling/admin/events?create=1&target=hook%3Awebhook')
      await button('Restart Server').click()
      await confirm('Restart')
      await until(async () => (await dialog().getByLabel('ARN').inputValue()) === ARN)
      await openPage('/notification-endpoints', 'Notification Endpoints')
    }
    await row('webhook:hook').getByText('Online').waitFor()
    await row('webhook:hook').getByText(receiver.url).waitFor()
  })

  test('a bucket subscribes to it, and its events arrive', async () => {
    await goto('/buckets/telling/admin/events')
    await button('Subscribe To Event').click()
    await dialog().getByLabel('ARN').selectOption(ARN)
    await dialog().getByLabel(/^put:/).uncheck()
    assert.is(
      await dialog().getByRole('button', { name: 'Subscribe', exact: true }).getAttribute('aria-disabled'),
      'true',
    )
    await dialog().getByLabel(/^put:/).check()
    await dialog()
      .getByLabel(/^delete:/)
      .check()
    await dialog().getByLabel('Prefix').fill('in/')
    await dialog().getByLabel('Suffix').fill('.csv')
    await pressInDialog('Subscribe')
    await waitForDialogClose()
    await waitForMessage(`Events of telling are sent to ${ARN}`)
    await row(ARN).getByText('in/').waitFor()
    for (const text of ['put', 'delete', '.csv', 'Online']) await row(ARN).getByText(text, { exact: true }).waitFor()
    await putObject('telling', 'in/a.csv', 'content')
    await putObject('telling', 'in/a.txt', 'content')
    await until(async () => receiver.of('telling').length > 0)
    assert.equal(
      receiver.of('telling').map(({ event, headers }) => [event.EventName, event.Key, headers.authorization]),
      [['s3:ObjectCreated:Put', 'telling/in/a.csv', 'Bearer marked-secret-token']],
    )
  })

  if (engine === 'embedded')
    test('the pages are readable', async () => {
      // the tests of all pages cover the rest
      for (const appearance of process.env.SHOTS ? appearances : appearances.slice(0, 1)) {
        await inTab(appearance, async () => {
          const name = `${engine}-${appearance.theme}-${appearance.width}`
          await openPage('/notification-endpoints', 'Notification Endpoints')
          await page.getByText('webhook:hook').first().waitFor()
          await assertReadable(`notifications-${name}`)
          await openPage('/notification-endpoints/add', 'Add Notification Target')
          await assertReadable(`notifications-add-${name}`)
          await openPage('/notification-endpoints/add/notify_webhook', 'Webhook')
          await assertReadable(`notification-form-${name}`)
          await goto('/buckets/telling/admin/events')
          await page.getByText(ARN).first().waitFor()
          await assertReadable(`bucket-events-${name}`)
          await button('Subscribe To Event').click()
          await dialog().getByLabel('ARN').waitFor()
          await assertReadable(`bucket-events-dialog-${name}`)
        })
      }
    })

  test('a target is edited without showing or losing its secret', async () => {
    await openPage('/notification-endpoints', 'Notification Endpoints')
    await row('webhook:hook').hover()
    await row('webhook:hook').getByRole('link', { name: 'Edit', exact: true }).click()
    await waitForHeading('webhook:hook')
    await page.getByText('Set, unchanged. Enter another one to replace it.').waitFor()
    assert.is(await field('Auth Token').inputValue(), '')
    assert.not((await page.content()).includes('marked-secret-token'))
    await field('Comment').fill('others')
    await button('Save Notification Target').click()
    await waitForHeading('Notification Endpoints')
    await waitForMessage('Notification target webhook:hook updated')
    await putObject('telling', 'in/b.csv', 'content')
    await until(async () => receiver.of('telling').length > 1)
    assert.is(receiver.of('telling')[1]?.headers.authorization, 'Bearer marked-secret-token')
  })

  test('deleting a target names the buckets that use it, and an event is deleted separately', async () => {
    await openPage('/notification-endpoints', 'Notification Endpoints')
    await pressInRow('webhook:hook', 'Delete')
    await dialog().getByText('telling', { exact: true }).waitFor()
    await pressInDialog('Cancel')
    await goto('/buckets/telling/admin/events')
    await row(ARN).waitFor()
    await pressInRow(ARN, 'Delete')
    await dialog().getByText('keys that begin with in/ and end with .csv').waitFor()
    await confirm('Delete')
    await waitForMessage(`Event subscription ${ARN} deleted`)
    await page.getByText('There are no events yet.').waitFor()
    await openPage('/notification-endpoints', 'Notification Endpoints')
    await pressInRow('webhook:hook', 'Delete')
    await confirm('Delete')
    await waitForMessage('Notification target webhook:hook deleted')
  })
})
