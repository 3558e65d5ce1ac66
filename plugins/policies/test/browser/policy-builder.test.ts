import { assert, suite } from '../../../../test/lib/suite.ts'
import { allow, policyDocument, createPolicy, createUser } from '../../../../test/browser/accounts.ts'
import { assertReadable, testReadability } from '../../../../test/browser/accessibility.ts'
import { page, root, useConsole } from '../../../../test/browser/console.ts'
import { waitForDialogClose, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button } from '../../../../test/browser/elements.ts'
import { createBucket } from '../../../../test/browser/objects.ts'
import { goto, waitForHeading, openPage } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'

const test = suite('the policy builder')
useConsole(test)

const editor = () => page.getByLabel('Policy document')
const card = (number: number) => page.getByRole('region', { name: `Statement ${number}`, exact: true })
const strip = () => page.getByRole('region', { name: 'Effects of this change' })
const onServer = async (name: string) =>
  JSON.parse((JSON.parse((await root('GET', `/api/v1/policy?name=${name}`)).text) as { policy: string }).policy) as {
    Statement: object[]
  }
const holds = (text: string) => until(async () => (await editor().inputValue()).includes(text))

test.before(async () => {
  for (const bucket of ['etl-staging', 'scratch']) await createBucket(bucket)
  const staging = { Sid: 'StagingWrite', ...allow(['s3:GetObject', 's3:PutObject'], ['etl-staging/*']) }
  const keep = {
    Sid: 'KeepRawData',
    ...allow(['s3:DeleteObject', 's3:DeleteObjectVersion'], ['etl-staging/*']),
    Effect: 'Deny',
  }
  await createPolicy(
    'etl',
    staging,
    keep,
    { Sid: 'TmpCleanup', ...allow(['s3:DeleteObject'], ['etl-staging/tmp/*']) },
    { Sid: 'ReadInputs', ...allow(['s3:GetObject'], ['*']) },
  )
  for (const name of ['ann', 'ben']) await createUser(name, { policies: ['etl'] })
  assert.is((await root('POST', '/api/v1/groups', { group: 'data', members: ['ben'] })).status, 201)
})

test('statements are cards beside their JSON, with findings', async () => {
  await openPage('/policies/etl?tab=json', 'etl')
  await card(3).getByText('Shadowed: statement 2 denies all of it').waitFor()
  await card(4).getByText('Wide: it reads every object in all buckets').waitFor()
  await page.getByText('2 findings').waitFor()
  await card(3).getByRole('button', { name: 'Show 2' }).click()
  await card(2).getByText('DeleteObjectVersion').waitFor()
  assert.is(await strip().getByText('Nothing changes.').count(), 1)
})

test('changes in a card appear in the JSON, and changes in the JSON in the card', async () => {
  await card(1)
    .getByRole('button', { name: /StagingWrite/ })
    .click()
  await card(1).getByRole('combobox').fill('tags of an obj')
  await page.getByRole('option', { name: /^GetObjectTagging/ }).click()
  await holds('"s3:GetObjectTagging"')
  await card(1).getByRole('button', { name: 'Remove PutObject', exact: true }).click()
  await until(async () => !(await editor().inputValue()).includes('s3:PutObject"'))
  await card(1).getByRole('button', { name: 'Condition' }).click()
  await dialog().getByLabel('Values 1').fill('10.20.0.0/16')
  await pressInDialog('Add')
  await card(1).getByText('aws:SourceIp IpAddress 10.20.0.0/16').waitFor()
  await card(1).getByRole('button', { name: 'Bucket or prefix' }).click()
  await dialog().getByLabel('Bucket', { exact: true }).fill('scratch')
  await dialog().getByLabel('Prefix').fill('spark/')
  await pressInDialog('Add')
  await holds('arn:aws:s3:::scratch/spark/*')

  const text = await editor().inputValue()
  await editor().fill(text.replace('"StagingWrite"', '"Staging"'))
  await card(1).getByText('Staging', { exact: true }).waitFor()
  await editor().fill(text.slice(0, -3))
  await page.getByText('The JSON is invalid').waitFor()
  await editor().fill(text)
})

test('the effect of a change is shown before saving, as a diff and by rights', async () => {
  await strip().getByText('Affects 2 accounts').waitFor()
  await strip().getByText('PutObject on etl-staging/*, for 2 accounts').waitFor()
  await strip().getByText('GetObjectTagging on scratch/spark/*, for 2 accounts').waitFor()
  await button('Show Changes').click()
  await dialog().getByRole('region', { name: 'Changed lines' }).getByText('"s3:GetObjectTagging"').waitFor()
  await dialog().getByText('ann', { exact: true }).waitFor()
  await dialog().getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()
  await button('Save').click()
  await page.getByText('Policy successfully updated').waitFor()
  const [first] = (await onServer('etl')).Statement as { Action: string[]; Condition: object }[]
  assert.equal(
    [first?.Action.sort(), first?.Condition],
    [['s3:GetObject', 's3:GetObjectTagging'], { IpAddress: { 'aws:SourceIp': ['10.20.0.0/16'] } }],
  )
  await strip().getByText('Nothing changes.').waitFor()
})

test('statements are added from a template, duplicated and deleted', async () => {
  await button('Add Statement').click()
  await card(5).getByRole('combobox').waitFor()
  await card(5).getByRole('button', { name: 'More about statement 5' }).click()
  await page.getByRole('menuitem', { name: 'Delete Statement' }).click()
  await card(5).waitFor({ state: 'detached' })
  await button('Start from a template').click()
  await dialog().getByLabel('Start From').selectOption('Backup program')
  await dialog().getByLabel('Bucket').selectOption('scratch')
  await pressInDialog('Use Template')
  await holds('s3:ListBucketMultipartUploads')
  await strip().getByText('Rights lost').waitFor()
  await button('Discard').click()
  await holds('KeepRawData')
})

test('JSON is completed while typing', async () => {
  await editor().fill('')
  await editor().pressSequentially('{"Version": "2012-10-17", "Statement": [{"Ef')
  await page.getByRole('option', { name: 'Effect' }).waitFor()
  await page.keyboard.press('Enter')
  await editor().press('End')
  await editor().pressSequentially('": "Allow", "Action": ["GetObjectT')
  await page.getByRole('option', { name: /^s3:GetObjectTagging/ }).click()
  await holds('["s3:GetObjectTagging')
  await editor().press('Escape')
  await button('Discard').click()
})

testReadability(test, 'policy-builder', async (width) => {
  await goto('/policies/etl?tab=json')
  await waitForHeading('etl')
  await page.getByText(/^2 findings/).waitFor()
  if (width === 390) await button('Visual').click()
  await button('Add Statement').click()
  await strip().getByText('Affects 2 accounts').waitFor()
})

test('a new policy is built from cards', async () => {
  await openPage('/policies?create=1', 'Policies')
  await dialog().getByLabel('Policy Name').fill('by-cards')
  await dialog().getByLabel('Start From').selectOption('Read one bucket')
  await dialog().getByText('0 statements').waitFor()
  await dialog().getByLabel('Bucket', { exact: true }).selectOption('scratch')
  await card(1).waitFor()
  assert.is(await dialog().getByLabel('Write Policy').isVisible(), false)
  await card(1).getByRole('combobox').fill('tags of an obj')
  await page.getByRole('option', { name: /^GetObjectTagging/ }).click()
  const cards = dialog().getByRole('region', { name: /^Statement \d$/ })
  const before = await cards.count()
  await dialog().getByRole('button', { name: 'Add Statement' }).click()
  await until(async () => (await cards.count()) === before + 1)
  await cards
    .last()
    .getByRole('button', { name: /^More about statement/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete Statement' }).click()
  await until(async () => (await cards.count()) === before)
  await assertReadable('policy-create-cards')
  await pressInDialog('Save')
  await waitForDialogClose()
  assert.ok(
    ((await onServer('by-cards')).Statement as { Action: string[] }[])[0]?.Action.includes('s3:GetObjectTagging'),
  )
})

test('its messages are those of the server', async () => {
  const written = policyDocument({ Effect: 'Allow', Action: ['s3:GetObjekt'], Resource: ['etl/*'] })
  await openPage('/policies?create=1', 'Policies')
  await dialog().getByRole('button', { name: 'JSON', exact: true }).click()
  await dialog().getByLabel('Write Policy').fill(written)
  await dialog().getByText('Statement 1: "s3:GetObjekt" is not an action.').waitFor()
  await dialog().getByText('"etl/*" is not a resource').waitFor()
  await pressInDialog('Cancel')
})
