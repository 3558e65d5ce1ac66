import { assert, suite } from '../lib/suite.ts'
import { allow, createPolicy, createUser } from './accounts.ts'
import { until } from '../lib/until.ts'
import { assertReadable, pageFindings, testReadability } from './accessibility.ts'
import { page, root, useConsole } from './console.ts'
import { button, cellsIn, row } from './elements.ts'
import { createBucket } from './objects.ts'
import { waitForHeading, openPage } from './pages.ts'

const test = suite('checking access')
useConsole(test)

const deny = (...args: Parameters<typeof allow>) => ({ ...allow(...args), Effect: 'Deny' })

const answer = () => page.getByRole('region', { name: 'Answer' })
const field = (name: string) => page.getByLabel(name, { exact: true })

const choose = async (label: string, text: string, option: string) => {
  await field(label).fill(text)
  await page.getByRole('option', { name: option }).first().click()
}

test.before(async () => {
  for (const bucket of ['etl-staging', 'db-backups']) await createBucket(bucket)
  const keep = { Sid: 'KeepRawData', ...deny(['s3:DeleteObject', 's3:DeleteObjectVersion'], ['etl-staging/*']) }
  await createPolicy('etl-readwrite', allow(['s3:GetObject'], ['*']), keep, {
    Sid: 'TmpCleanup',
    ...allow(['s3:DeleteObject'], ['etl-staging/tmp/*']),
  })
  await createPolicy(
    'backup-writer',
    allow(['s3:PutObject', 's3:ListBucket'], ['etl-staging', 'etl-staging/*'], {
      IpAddress: { 'aws:SourceIp': ['10.20.0.0/16'] },
    }),
    allow(['s3:*'], ['db-backups', 'db-backups/spark/*']),
  )
  assert.is((await root('POST', '/api/v1/groups', { group: 'data-platform', members: [] })).status, 201)
  assert.is(
    (
      await root('PUT', '/api/v1/set-policy', {
        name: ['etl-readwrite'],
        entityType: 'group',
        entityName: 'data-platform',
      })
    ).status,
    204,
  )
  await createUser('spark-etl', { groups: ['data-platform'], policies: ['backup-writer'] })
  await createUser('nobody')
})

test('account, action and bucket are chosen, and the answer names the statement, its policy and the group', async () => {
  await openPage('/policies', 'Policies')
  await page.getByRole('link', { name: 'Check Access' }).click()
  await waitForHeading('Check Access')
  await page.getByText('Check what an account can do').waitFor()
  assert.is(await button('Check').getAttribute('aria-disabled'), 'true')
  assert.is(
    await page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link', { name: 'Policies' })
      .getAttribute('aria-current'),
    'page',
  )
  await choose('Account', 'spark', 'spark-etl')
  await choose('Action', 'deletes obj', 's3:DeleteObject')
  await choose('Bucket', 'etl', 'etl-staging')
  await field('Key optional').fill('tmp/part-00017.parquet')
  await button('Check').click()
  await answer().getByRole('heading', { name: 'Denied' }).waitFor()
  await answer().getByText('A Deny wins over every Allow.').waitFor()
  assert.match(
    await answer().locator('p').first().innerText(),
    'Statement 2 of etl-readwrite, which spark-etl has through data-platform, denies it.',
  )
  assert.is(await answer().getByRole('listitem').count(), 2)
  await answer().getByRole('region', { name: 'Deciding statement' }).getByText('KeepRawData').waitFor()
  assert.match(page.url(), 'name=spark-etl')
})

test('after the first answer each change is answered automatically, and a link asks immediately', async () => {
  await choose('Action', 'GetObject', 's3:GetObject')
  await answer().getByRole('heading', { name: 'Allowed' }).waitFor()
  const link = page.url().slice(page.url().indexOf('/check-access'))
  await openPage(link, 'Check Access')
  await answer().getByRole('heading', { name: 'Allowed' }).waitFor()
  assert.equal(await pageFindings(), [])
})

test('a bucket that is not listed is marked unknown, and checked anyway', async () => {
  await field('Bucket').fill('etl-stag')
  await field('Bucket').press('Tab')
  await page.getByText('No bucket with this name is listed').waitFor()
  await answer().getByRole('heading').first().waitFor()
  await choose('Bucket', 'etl', 'etl-staging')
  await page.getByText('No bucket with this name is listed').waitFor({ state: 'detached' })
})

test('the conditions of an answer are shown, and apply once the form sets them', async () => {
  await choose('Action', 's3:PutObject', 's3:PutObject')
  await answer().getByText('The result depends on aws:SourceIp').waitFor()
  await answer().getByText('Closest statement: its Condition does not match').waitFor()
  await page.getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Value').fill('10.20.4.17')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await answer().getByRole('heading', { name: 'Allowed' }).waitFor()
  await button('Remove Source address 10.20.4.17').click()
  await answer().getByRole('heading', { name: 'Denied' }).waitFor()
})

test('below the answer are all rights of the account, and all accounts with access to the bucket', async () => {
  const cells = cellsIn(row('etl-staging/*'))
  await until(
    async () =>
      (await cells.allInnerTexts()).map((text) => text.split('\n')[0]).join() ===
      'etl-staging/*,Conditional,Allowed,Conditional,—,—,backup-writer',
  )
  await cells.nth(1).getByRole('link').click()
  await until(async () => (await field('Action').inputValue()) === 's3:ListBucket')
  await page.getByRole('tab', { name: /^Who can access/ }).click()
  await row('spark-etl').waitFor()
  assert.is(await row('nobody').count(), 0)
})

const act = async (name: string) => {
  const direct = page.getByRole('banner').getByRole('button', { name, exact: true })
  await page.getByRole('button', { name: 'More page actions' }).or(direct).first().waitFor()
  if ((await direct.count()) > 0) return direct.click()
  await page.getByRole('button', { name: 'More page actions' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('a user, a service account, a group and a bucket open the check in a dialog with themselves filled in', async () => {
  await openPage('/users/spark-etl', 'spark-etl')
  await act('Check Access')
  const fieldOf = (label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })
  assert.is(await fieldOf('Account').inputValue(), 'spark-etl')
  await fieldOf('Bucket').fill('etl-staging')
  await page.getByRole('option', { name: 'etl-staging' }).first().click()
  await fieldOf('Key optional').fill('tmp/a')
  await page.getByRole('dialog').getByRole('button', { name: 'Check', exact: true }).click()
  await answer().getByRole('heading', { name: 'Allowed' }).waitFor()
  await assertReadable('check-access-dialog')
  await page.getByRole('dialog').getByRole('link', { name: 'View All Permissions' }).click()
  await waitForHeading('Check Access')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await answer().getByRole('heading', { name: 'Allowed' }).waitFor()

  const made = await root('POST', '/api/v1/user/spark-etl/service-account-credentials', {
    accessKey: 'SPARK-KEY',
    secretKey: 'a-secret-of-spark',
    policy: '',
  })
  assert.is(made.status, 201, made.text)
  await openPage('/users/spark-etl?tab=service-accounts', 'spark-etl')
  await row('SPARK-KEY').getByRole('button', { name: 'Check Access' }).click()
  assert.equal(
    [await fieldOf('Type').inputValue(), await fieldOf('Account').inputValue()],
    ['service-account', 'SPARK-KEY'],
  )
  await openPage('/groups/data-platform', 'data-platform')
  await act('Check Access')
  assert.equal([await fieldOf('Type').inputValue(), await fieldOf('Account').inputValue()], ['group', 'data-platform'])
  await openPage('/buckets/etl-staging/admin', 'etl-staging')
  await act('Check Access')
  assert.is(await fieldOf('Bucket').inputValue(), 'etl-staging')
  await page.getByRole('dialog').getByRole('link', { name: 'View Who Has Access' }).click()
  await page.getByRole('tab', { name: /^Who can access etl-staging/ }).waitFor()
  await row('spark-etl').waitFor()
})

test('in a dialog Enter takes the first match, and Tab leaves an open list for the next field', async () => {
  await openPage('/users/spark-etl', 'spark-etl')
  await act('Check Access')
  const dialog = page.getByRole('dialog')
  const fieldOf = (label: string) => dialog.getByLabel(label, { exact: true })
  const isFocused = (label: string) => fieldOf(label).and(page.locator(':focus')).waitFor()
  await fieldOf('Action').fill('')
  await page.keyboard.type('DeleteObj')
  await page.getByRole('option', { name: 's3:DeleteObject' }).first().waitFor()
  await page.keyboard.press('Enter')
  assert.is(await fieldOf('Action').inputValue(), 's3:DeleteObject')
  await isFocused('Action')
  assert.is(await page.locator('body > [aria-hidden]', { hasText: /\w/ }).count(), 0, 'a tooltip covers the next field')
  await page.keyboard.press('Tab')
  await isFocused('Bucket')
  await page.keyboard.type('etl')
  await page.getByRole('option', { name: 'etl-staging' }).first().waitFor()
  await page.keyboard.press('Tab')
  await isFocused('Key optional')
  await page.keyboard.type('tmp/a')
  assert.equal([await fieldOf('Bucket').inputValue(), await fieldOf('Key optional').inputValue()], ['etl', 'tmp/a'])
  await dialog.getByText('No bucket with this name is listed').waitFor()
})

testReadability(test, 'check-access', async () => {
  await openPage(
    '/check-access?name=spark-etl&action=s3%3ADeleteObject&bucket=etl-staging&key=tmp%2Fpart-00017.parquet&when=aws%253ASourceIp%3D10.20.4.17',
    'Check Access',
  )
  await answer().getByRole('heading', { name: 'Denied' }).waitFor()
  await page.getByText('db-backups/spark/*', { exact: true }).waitFor()
})
