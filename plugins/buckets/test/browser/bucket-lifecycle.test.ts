import { assert, suite } from '../../../../test/lib/suite.ts'
import { allow, createPolicy, createUser } from '../../../../test/browser/accounts.ts'
import { type Minio, startMinio } from '../../../../test/lib/minio.ts'
import { createMinioClient } from '../../../../test/lib/minio-client.ts'
import { pageFindings, appearances, assertReadable } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root, storage, useConsole } from '../../../../test/browser/console.ts'
import { waitForDialogClose, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, row, pressInRow } from '../../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, waitForText } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import { suiteOn } from '../../../../test/browser/engines.ts'

const test = suite('lifecycle of a bucket')

useConsole(test)

const open = async (bucket: string, query = '') => {
  await goto(`/buckets/${bucket}/admin/lifecycle${query}`)
  await page.getByRole('searchbox', { name: 'Search Lifecycle Rules' }).waitFor()
}

const add = async (bucket: string, body: object) =>
  assert.is((await root('POST', `/api/v1/buckets/${bucket}/lifecycle`, body)).status, 201)

const field = (label: string) => dialog().getByLabel(label, { exact: true })
const isBlocked = async (name: string) =>
  (await dialog().getByRole('button', { name, exact: true }).getAttribute('aria-disabled')) === 'true'

test('the tab is between summary and audit, and a bucket without rules offers to add one', async () => {
  await createBucket('aging')
  await open('aging')
  const tabs = page.getByRole('tablist', { name: 'Parts of aging' }).getByRole('tab')
  assert.equal(await tabs.allTextContents(), ['Summary', 'Events', 'Lifecycle', 'Access Audit', 'Access Rules'])
  await page.getByText('There are no lifecycle rules yet.').waitFor()
  const response = await root('GET', '/api/v1/buckets/aging/lifecycle')
  assert.is(response.status, 404)
  assert.match(response.text, /The lifecycle configuration does not exist/)
})

test('what can be freed is calculated, and its rule is proposed in the form but not added', async () => {
  await createBucket('crowded')
  assert.is((await root('PUT', '/api/v1/buckets/crowded/versioning', { versioning: true })).status, 201)
  for (const text of ['1', '22', '333']) await putObject('crowded', 'a', text)
  await open('crowded')
  const free = page.getByRole('region', { name: 'What can be freed' })
  await free.getByRole('button', { name: 'Calculate' }).click()
  const older = free.getByRole('listitem').filter({ hasText: 'Older versions' })
  await older.getByText('2 versions').waitFor()
  await older.getByText('3 B').waitFor()
  await open('crowded', '?free=now')
  await older.getByRole('button', { name: 'Add Rule' }).click()
  assert.is(await field('Objects Expire').inputValue(), 'never')
  assert.is(await dialog().getByLabel('Older Versions').inputValue(), '30')
  assert.is((await root('GET', '/api/v1/buckets/crowded/lifecycle')).status, 404, 'the form adds nothing by itself')
  await pressInDialog('Save')
  await waitForDialogClose()
  await page.getByText('Older versions expire after 30 days').first().waitFor()
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      await open('crowded', '?free=now')
      await older.waitFor()
      assert.equal(await pageFindings(), [])
    })
})

const withTiers = suiteOn('minio', 'lifecycle rules of a bucket on MinIO')

let remote: Minio
withTiers.before(async () => {
  remote = (await startMinio({ drives: 1, on: 'memory' })) as Minio
})

withTiers('a transition is explained without tiers, and otherwise offers the existing ones', async () => {
  await createBucket('moving', { versioning: true })
  await open('moving')
  await button('Add Lifecycle Rule').click()
  await dialog().getByText('There is no remote tier yet: add one to the storage first').waitFor()
  assert.ok(
    await dialog()
      .getByRole('radio', { name: /^Transition/ })
      .isDisabled(),
  )
  await pressInDialog('Cancel')
  await waitForDialogClose()
  const others = createMinioClient(storage)
  const far = createMinioClient(remote)
  await far.call({ method: 'PUT', path: '/cold' })
  const target = {
    Endpoint: remote.url,
    AccessKey: remote.root.accessKey,
    SecretKey: remote.root.secretKey,
    Bucket: 'cold',
    Region: '',
  }
  for (const Name of ['COLD', 'DEEP'])
    await others.admin.send({
      method: 'PUT',
      name: 'tier',
      sealed: { Version: 'v1', Type: 'minio', Name, MinIO: { ...target, Prefix: Name } },
    })
  far.close()
  others.close()
  await open('moving')
  await button('Add Lifecycle Rule').click()
  await dialog()
    .getByRole('radio', { name: /^Transition/ })
    .click()
  await field('Days').fill('90')
  assert.ok(await isBlocked('Save'))
  assert.is(await dialog().getByLabel('Tier of Older Versions').count(), 0)
  await field('Tier').selectOption('COLD')
  await dialog()
    .getByLabel(/^Older Versions/)
    .fill('7')
  await dialog().getByLabel('Tier of Older Versions').selectOption('DEEP')
  await pressInDialog('Save')
  await waitForDialogClose()
  const summaryText = 'Move to COLD after 90 days, older versions to DEEP after 7 days'
  await page.getByText(summaryText).first().waitFor()
  await button('Add Lifecycle Rule').click()
  await dialog()
    .getByRole('radio', { name: /^Transition/ })
    .click()
  await field('Objects Move').selectOption('never')
  await field('Tier').selectOption('DEEP')
  assert.ok(await isBlocked('Save'))
  await dialog()
    .getByLabel(/^Older Versions/)
    .fill('3')
  assert.is(await dialog().getByLabel('Tier of Older Versions').count(), 0)
  await pressInDialog('Save')
  await waitForDialogClose()
  await page.getByText('Older versions to DEEP after 3 days').first().waitFor()
  await page.getByRole('row').filter({ hasText: summaryText }).hover()
  await page
    .getByRole('row')
    .filter({ hasText: summaryText })
    .getByRole('button', { name: 'Preview' })
    .and(page.locator('[aria-disabled=true]'))
    .waitFor()
})

test('a rule keeps the newest noncurrent versions, and a preview shows what it would expire before it exists', async () => {
  await createBucket('previewed', { versioning: true })
  for (const text of ['1', '22', '333']) await putObject('previewed', 'logs/a.txt', text)
  await open('previewed')
  await button('Add Lifecycle Rule').click()
  await field('Objects Expire').selectOption('never')
  assert.is(await dialog().getByRole('button', { name: 'Preview' }).getAttribute('aria-disabled'), 'true')
  await dialog().getByLabel('Keep Newest').fill('1')
  await pressInDialog('Preview')
  const figures = dialog().last().locator('dl > div')
  await figures.filter({ hasText: 'Would expire' }).getByText('1', { exact: true }).waitFor()
  await figures.filter({ hasText: 'Scanned' }).getByText('3', { exact: true }).waitFor()
  await row('logs/a.txt').getByText('Older version').waitFor()
  assert.equal(await pageFindings(), [])
  await dialog().last().getByRole('button', { name: 'Close', exact: true }).last().click()
  await pressInDialog('Save')
  await waitForDialogClose()
  await page.getByText('Older versions expire except the newest 1').first().waitFor()
  const rule = page.getByRole('row').filter({ hasText: 'except the newest 1' })
  await rule.hover()
  await rule.getByRole('button', { name: 'Preview' }).click()
  await dialog().getByText('Applies to the whole bucket.').waitFor()
  await row('logs/a.txt').waitFor()
  // a hidden page sends no further requests
  const requests: string[] = []
  await page.route('**/lifecycle-preview', async (route) => {
    requests.push(route.request().url())
    const body = { scanned: 1000, count: 0, size: 0, keys: [], cursor: 'next' }
    await route.fulfill({ json: body })
  })
  await page.keyboard.press('Escape')
  await waitForDialogClose()
  await rule.hover()
  await rule.getByRole('button', { name: 'Preview' }).click()
  await until(async () => requests.length > 3)
  await pressInDialog('Stop')
  await waitForText(/^Stopped after/, dialog())
  const stopped = requests.length
  await pressInDialog('Continue')
  await until(async () => requests.length > stopped + 1)
  await page.keyboard.press('Escape')
  await waitForDialogClose()
  await page.unroute('**/lifecycle-preview')
})

test('an account with read access sees why rules cannot be changed', async () => {
  await add('aging', { expiry_days: 3, prefix: 'seen/' })
  const denied = { ...allow(['s3:PutLifecycleConfiguration'], ['*']), Effect: 'Deny' }
  await createPolicy('age-looker', allow(['s3:*'], ['*']), denied)
  await inTab({ pair: await createUser('age-looker', { policies: ['age-looker'] }) }, async () => {
    await open('aging')
    await row('seen/').waitFor()
    await button('Add Lifecycle Rule').and(page.locator('[aria-disabled=true]')).waitFor()
    await row('seen/').hover()
    for (const action of ['Edit', 'Delete'])
      await row('seen/').getByRole('button', { name: action }).and(page.locator('[aria-disabled=true]')).waitFor()
    assert.equal(await pageFindings(), [])
  })
})

for (const { theme, width } of appearances)
  test(`the tab and its dialogs are readable at ${width} px in ${theme}`, () =>
    inTab({ width, height: 844, theme }, async () => {
      const name = `gallery-${theme}-${width}`
      await createBucket(name)
      const appearance = (what: string) => assertReadable(`lifecycle-${what}-${theme}-${width}`)
      await open(name)
      await page.getByText('There are no lifecycle rules yet.').waitFor()
      await appearance('empty')
      await add(name, {
        prefix: 'logs/',
        tags: 'kind=trace&team=storage',
        expiry_days: 30,
        noncurrentversion_expiration_days: 7,
      })
      await add(name, { expiry_date: '2199-06-30', prefix: 'scratch/2199/', disable: true })
      await add(name, { expired_object_delete_marker: true })
      await open(name)
      await page.getByText('Expire on 2199-06-30').first().waitFor()
      await appearance('list')
      await button('Add Lifecycle Rule').click()
      await field('Days').fill('30')
      await appearance('add')
      await field('Objects Expire').selectOption('date')
      await field('Date').fill('2199-06-30')
      await appearance('date')
      await page.goto('about:blank')
      await open(name, '?search=logs')
      if (width > 390) await pressInRow('logs/', 'Edit')
      else {
        await page.getByRole('row').getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
      }
      await dialog().getByRole('switch', { name: 'Enabled' }).waitFor()
      await appearance('edit')
      await putObject(name, 'logs/old.txt', 'old')
      await add(name, { expiry_date: new Date().toISOString().slice(0, 10), prefix: 'logs/old' })
      await page.goto('about:blank')
      await open(name, '?search=logs%2Fold')
      if (width > 390) await page.getByRole('row').getByRole('button', { name: 'Preview' }).last().click()
      else {
        await page.getByRole('row').getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Preview' }).click()
      }
      await dialog().getByText('logs/old.txt').first().waitFor()
      await appearance('preview')
    }))
