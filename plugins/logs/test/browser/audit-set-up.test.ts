import { readFileSync } from 'node:fs'
import { assert } from '../../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../../test/lib/temporary-folder.ts'
import { until } from '../../../../test/lib/until.ts'
import { createUser } from '../../../../test/browser/accounts.ts'
import { assertReadable } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root, server, storage } from '../../../../test/browser/console.ts'
import { confirm } from '../../../../test/browser/dialogs.ts'
import { button } from '../../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, openPage } from '../../../../test/browser/pages.ts'
import { suiteOn } from '../../../../test/browser/engines.ts'

const folder = temporaryFolder('set-up')
const test = suiteOn(
  'minio',
  'logs and live tools of a MinIO server',
  {},
  { CONSOLE_DATA: folder, CONSOLE_ALLOWED_TARGETS: '127.0.0.1' },
)

const records = () => page.getByRole('grid', { name: 'Records' })
const setUp = () => button('Set Up Audit Logs')

test('an account that may see logs but not settings is not offered the setup', async () => {
  const policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['admin:ConsoleLog'] }],
  })
  assert.is((await root('POST', '/api/v1/policies', { name: 'logs-only', policy })).status, 201)
  await inTab({ pair: await createUser('looker', { policies: ['logs-only'] }) }, async () => {
    await openPage('/logs?tab=audit', 'Logs')
    await records().getByText('policies.add').first().waitFor()
    assert.is(await setUp().count(), 0)
  })
})

test('missing permissions are readable on a phone', () =>
  inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
    await openPage('/logs?tab=audit', 'Logs')
    await setUp().waitFor()
    await assertReadable('logs-audit-not-set-up')
  }))

test('one click sets up the audit, and records of the server arrive', async () => {
  await openPage('/logs?tab=audit', 'Logs')
  await page.getByText('The storage server sends no audit records here').waitFor()
  await setUp().click()
  const address = page.getByRole('textbox', { name: 'Address of this console' })
  assert.is(await address.inputValue(), server.url)
  await assertReadable('logs-audit-set-up')
  await address.fill(storage.url)
  await button('Set Up').click()
  await page
    .getByText(/^Address: it is not the address of this console/)
    .first()
    .waitFor()
  await address.fill(server.url)
  await button('Set Up').click()
  await page.getByText('The storage server sends its audit records here').waitFor()
  await setUp().waitFor({ state: 'detached' })
  // without a click
  await page.getByRole('checkbox', { name: 'Changes only' }).click()
  await records().getByText('GetConfigKV').first().waitFor()
  await button('More page actions').click()
  await page.getByRole('menuitem', { name: 'Set Up Again' }).waitFor()
  await page.keyboard.press('Escape')
  assert.is(
    (await root('POST', '/api/v1/buckets', { name: 'heard-of', versioning: false, locking: false })).status,
    201,
  )
  await goto('/logs?tab=audit&source=server&bucket=heard-of&api_name=PutBucket')
  // the server sends once a second
  await page.getByRole('heading', { name: 'Logs' }).waitFor()
  await until(async () => {
    const found = page.waitForResponse(/logs\/search/)
    await button('Refresh').click()
    await found
    return (await records().getByText('PutBucket').count()) > 0
  })
})

/** Stores objects until some are recorded: the server starts sending records shortly after the setup. */
const storedUntil = async (countStored: () => Promise<number>) => {
  let number = 0
  await until(async () => {
    await putObject('followed', `object-${number++}`, 'x'.repeat(2048))
    return (await countStored()) > 0
  })
}

const live = () => page.getByRole('banner').getByText('Live', { exact: true }).waitFor()

test('trace and watch of the server show stored objects and their accounts', async () => {
  await createBucket('followed')
  await openPage('/trace?path=followed', 'Trace')
  await button('Start').click()
  await live()
  const call = page.getByRole('grid', { name: 'Calls' }).getByRole('row').filter({ hasText: 's3.PutObject' })
  await storedUntil(() => call.count())
  await call.first().click()
  const drawer = page.getByRole('complementary', { name: 's3.PutObject' })
  await drawer.getByText('Request ID', { exact: true }).waitFor()
  // the signed-in user, not the temporary access key
  await drawer.getByText(storage.root.accessKey, { exact: true }).waitFor()
  await drawer.getByRole('tab', { name: /^Response/ }).click()
  await drawer.getByText('X-Amz-Request-Id', { exact: true }).waitFor()
  await assertReadable('trace-call-minio')
  await openPage('/watch?bucket=followed', 'Watch')
  await button('Start').click()
  await live()
  await storedUntil(() =>
    page
      .getByRole('grid', { name: 'Events' })
      .getByText(/^followed\/object-\d+$/)
      .count(),
  )
})

test('server log, diagnostic, speed test and profile reach the page', async () => {
  await openPage('/logs', 'Logs')
  await live()
  await openPage('/health-info', 'Diagnostic')
  await button('Start Diagnostic').click()
  await page.getByText('Diagnostic file is ready to be downloaded.').waitFor()
  const saved = page.waitForEvent('download')
  await button('Download').click()
  assert.match(readFileSync(await (await saved).path(), 'utf8'), /"timestamp"/)
  await page.getByRole('tab', { name: 'Speed Tests' }).click()
  await button('Test Drives').click()
  await confirm('Start Test')
  await page
    .getByRole('region', { name: 'Drives' })
    .getByRole('grid', { name: 'Drives' })
    .getByRole('row')
    .nth(1)
    .waitFor()
  await button('Test Drives').waitFor()
  await page.getByRole('tab', { name: 'Profiles' }).click()
  // profile for one second instead of ten
  await page.route(/admin\/profile/, (route) =>
    route.continue({ url: route.request().url().replace('seconds=10', 'seconds=1') }),
  )
  const profile = page.waitForEvent('download')
  await button('Profile CPU').click()
  const file = await profile
  assert.is(file.suggestedFilename(), 'profile-cpu.zip')
  assert.is(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
    'PK',
  )
  await page.unrouteAll()
  await page.getByRole('tab', { name: 'Report', exact: true }).click()
  await page
    .getByRole('region', { name: 'Last speed tests' })
    .getByText(/^Read .+, Write .+, slowest /)
    .waitFor()
  await assertReadable('diagnostic-minio')
  await openPage('/logs?tab=audit&source=console&range=hour', 'Logs')
  for (const [name, message] of [
    ['diagnostic.report', 'started a diagnostic.'],
    ['diagnostic.speed', 'started a speed test.'],
  ] as const) {
    await records().getByText(name).first().click()
    await page.getByRole('complementary', { name }).getByText(`${storage.root.accessKey} ${message}`).waitFor()
  }
})
