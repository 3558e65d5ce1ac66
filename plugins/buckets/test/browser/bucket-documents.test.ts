import { assert } from '../../../../test/lib/suite.ts'
import { pageFindings, appearances, assertReadable } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root } from '../../../../test/browser/console.ts'
import { waitForDialogClose, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, row } from '../../../../test/browser/elements.ts'
import { createBucket } from '../../../../test/browser/objects.ts'
import { goto, waitForMessage, waitForText } from '../../../../test/browser/pages.ts'
import { onEveryEngine } from '../../../../test/browser/engines.ts'

const setting = (label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
const change = (label: string, name: string) =>
  setting(label).getByRole('button', { name: name === 'Edit' ? `Edit ${label}` : name, exact: true })

onEveryEngine(
  'documents of a bucket',
  (test, engine) => {
    test('tags are added, changed and deleted, and invalid tags are refused', async () => {
      await createBucket('papers')
      await goto('/buckets/papers/admin/summary')
      await setting('Tags').getByText('None').waitFor()
      await change('Tags', 'Edit').click()
      const tag = (n: number) =>
        dialog()
          .getByLabel(`Tags ${n}`, { exact: true })
          .or(
            dialog()
              .getByRole('textbox', { name: 'Tags' })
              .nth(n - 1),
          )
          .first()
      await tag(1).fill('team')
      await pressInDialog('Save')
      await dialog().getByText('Write each tag as key=value').waitFor()
      await tag(1).fill('team=ä')
      await waitForText(/Use letters, digits/, dialog())
      await tag(1).fill('team=blue')
      await tag(2).fill('cost=a = b')
      await pressInDialog('Save')
      await waitForDialogClose()
      await waitForMessage('Tags of papers updated')
      await setting('Tags').getByText('cost=a = b, team=blue').waitFor()
      await change('Tags', 'Edit').click()
      assert.equal(await pageFindings(), [])
      await dialog().getByRole('button', { name: 'Remove Tags 1' }).click()
      await pressInDialog('Save')
      await waitForDialogClose()
      await setting('Tags').getByText('team=blue', { exact: true }).waitFor()
    })

    test('the bucket policy is edited as JSON, with a warning that names public actions', async () => {
      await goto('/buckets/papers/admin/prefix')
      await button('Edit as JSON').click()
      const editor = dialog().getByLabel('Policy', { exact: true })
      await dialog().getByText('This opens the bucket to everyone, signed in or not:').waitFor()
      const statement = {
        Sid: 'Mine',
        Effect: 'Deny',
        Principal: { AWS: ['*'] },
        Action: ['s3:DeleteObject'],
        Resource: ['arn:aws:s3:::papers/*'],
      }
      const policy = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement }, null, 3)
      await editor.fill(policy(statement))
      await dialog().getByText('This opens the bucket to everyone').waitFor({ state: 'detached' })
      await editor.fill(policy(statement, { ...statement, Sid: 'Open', Effect: 'Allow', Action: ['s3:GetObject'] }))
      await dialog().getByRole('listitem').getByText('s3:GetObject', { exact: true }).waitFor()
      assert.equal(await pageFindings(), [])
      await editor.fill(policy({ ...statement, Efect: 'Deny' }))
      await pressInDialog('Save')
      await dialog()
        .getByText(/"Efect" is not allowed here/)
        .first()
        .waitFor()
      await editor.fill(policy(statement, { ...statement, Sid: 'Open', Effect: 'Allow', Action: ['s3:GetObject'] }))
      await pressInDialog('Save')
      await waitForDialogClose()
      await waitForMessage('Policy of papers updated')
      await row('the whole bucket').getByText('custom: s3:GetObject').waitFor()
      const { policy: savedPolicy = '' } = (await root('GET', '/api/v1/buckets/papers/policy')).json as {
        policy: string
      }
      if (engine === 'embedded')
        assert.is(
          savedPolicy,
          policy(statement, { ...statement, Sid: 'Open', Effect: 'Allow', Action: ['s3:GetObject'] }),
        )
      else assert.match(savedPolicy, '"Mine"')
    })

    test('versioning exclusions are set if the storage supports them, and otherwise disabled with the reason', async () => {
      await createBucket('partly', { versioning: true })
      await goto('/buckets/partly/admin/summary')
      if (engine === 'embedded') {
        await change('Versioning', 'Exclude').focus()
        await page.getByText('This storage supports versioning of whole buckets only').first().waitFor()
        assert.is(await change('Versioning', 'Exclude').getAttribute('aria-disabled'), 'true')
        return
      }
      await change('Versioning', 'Exclude').click()
      await dialog().getByRole('textbox', { name: 'Prefixes' }).first().fill('logs/*/_temporary/')
      await dialog().getByRole('switch', { name: 'Folders' }).click()
      assert.equal(await pageFindings(), [])
      await pressInDialog('Save')
      await waitForDialogClose()
      await setting('Versioning').getByText('No versions of logs/*/_temporary/, folders').waitFor()
      await change('Versioning', 'Exclude').click()
      assert.is(await dialog().getByRole('textbox', { name: 'Prefixes' }).first().inputValue(), 'logs/*/_temporary/')
      await pressInDialog('Cancel')
      await waitForDialogClose()
    })

    test('a KMS key is checked, created and selected in the dialog, if the storage has a KMS', async () => {
      await createBucket('sealed')
      await goto('/buckets/sealed/admin/summary?set=encryption')
      await dialog().getByLabel('Encryption Type').waitFor()
      if (engine === 'embedded') {
        assert.ok(await dialog().locator('option[value=sse-kms]').isDisabled())
        await waitForText(/key management service/, dialog())
        await pressInDialog('Cancel')
        return waitForDialogClose()
      }
      await dialog().getByLabel('Encryption Type').selectOption('sse-kms')
      const key = dialog().getByLabel('KMS Key ID')
      assert.is(await key.inputValue(), 'console')
      await pressInDialog('Check Key')
      await dialog().getByText('The key "console" encrypts and decrypts.').waitFor()
      assert.equal(await pageFindings(), [])
      await pressInDialog('Create Key')
      await dialog().getByText('The key "console" already exists').waitFor()
      await key.fill('nothing-like-it')
      await pressInDialog('Check Key')
      await waitForText(/The key "nothing-like-it" cannot be used: key with given key ID does not exist/, dialog())
      await pressInDialog('Save')
      await dialog().getByText('The storage server has no key "nothing-like-it"').first().waitFor()
      await key.fill('console')
      await pressInDialog('Save')
      await waitForDialogClose()
      await setting('Encryption').getByText('SSE-KMS, key console').waitFor()
    })

    for (const { theme, width } of engine === 'minio' ? appearances : [])
      test(`features of one storage are readable at ${width} px in ${theme}`, () =>
        inTab({ width, height: 844, theme }, async () => {
          await goto('/buckets/partly/admin/summary?set=exclusions')
          await dialog().getByRole('textbox', { name: 'Prefixes' }).first().waitFor()
          await assertReadable(`bucket-exclusions-${theme}-${width}`)
          await page.goto('about:blank')
          await goto('/buckets/sealed/admin/summary?set=encryption')
          await pressInDialog('Check Key')
          await waitForText(/encrypts and decrypts/, dialog())
          await assertReadable(`bucket-kms-${theme}-${width}`)
        }))

    test('CORS rules are set if the storage supports them, and otherwise disabled with the reason', async () => {
      await goto('/buckets/papers/admin/summary')
      await setting('CORS').getByText('None').waitFor()
      await change('CORS', 'Edit').focus()
      const why = engine === 'embedded' ? /has no S3 endpoint/ : /does not support CORS rules per bucket/
      await page.getByText(why).first().waitFor()
      assert.is(await change('CORS', 'Edit').getAttribute('aria-disabled'), 'true')
      const rules: unknown[] = []
      await page.route('**/api/v1/buckets/papers/cors', async (route) => {
        if (route.request().method() === 'PUT')
          rules.splice(0, rules.length, ...(route.request().postDataJSON() as { rules: unknown[] }).rules)
        await route.fulfill({ json: { rules } })
      })
      await button('Refresh').click()
      await change('CORS', 'Edit').and(page.locator(':not([aria-disabled=true])')).click()
      const editor = dialog().getByLabel('Rules', { exact: true })
      await editor.fill('[{ "AllowedOrigins": ["https://a b"], "AllowedMethods": ["GET"] }]')
      await pressInDialog('Save')
      await dialog().getByText('Rule 1, AllowedOrigins: An origin has no blanks and at most one *').waitFor()
      await editor.fill('[{ "AllowedOrigins": ["*"], "AllowedMethods": ["GET"] }]')
      assert.equal(await pageFindings(), [])
      await pressInDialog('Save')
      await waitForDialogClose()
      await setting('CORS').getByText('1 rule').waitFor()
      await page.unroute('**/api/v1/buckets/papers/cors')
    })

    test('sizes show their age: in the summary, below the cards and below the list', async () => {
      await goto('/buckets/papers/admin/summary')
      const age = engine === 'embedded' ? /^Counted just now$/ : /^(Counted (just now|\d+ \w+ ago)|Not counted yet)$/
      await page.getByRole('complementary', { name: 'Usage' }).getByText(age).waitFor()
      for (const view of ['cards', 'list']) {
        await goto(`/buckets?view=${view}`)
        await page.getByText(/3 buckets, (\S+ \S+ counted (just now|\d+ \w+ ago)|not counted yet)/).waitFor()
      }
    })
  },
  { MINIO_KMS_SECRET_KEY: `console:${Buffer.alloc(32, 7).toString('base64')}` },
)
