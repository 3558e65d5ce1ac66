import { readFileSync } from 'node:fs'
import { assert } from '../lib/suite.ts'
import { allow, createPolicy, createUser } from './accounts.ts'
import { assertReadable } from './accessibility.ts'
import { inTab, page, root } from './console.ts'
import { dialog, pressInDialog } from './dialogs.ts'
import { button, row } from './elements.ts'
import { waitForHeading, openPage } from './pages.ts'
import { onEveryEngine } from './engines.ts'

const put = async (path: string, body: object) => {
  const response = await root('PUT', path, body)
  assert.ok(response.status < 300, response.text)
}
const userOn = async (name: string) =>
  JSON.parse((await root('GET', `/api/v1/user?name=${name}`)).text) as {
    policy: string[]
    memberOf: string[]
    status: string
  }

const choose = async (content: string | Buffer, name = 'accounts.json') => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Choose File').click()])
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
}

onEveryEngine('export and import', (test, engine, once) => {
  let file = ''

  test.before(async () => {
    await createPolicy('etl', allow(['s3:GetObject'], ['etl/*']))
    assert.is((await root('POST', '/api/v1/groups', { group: 'data', members: [] })).status, 201)
    await put('/api/v1/set-policy', { name: ['etl'], entityType: 'group', entityName: 'data' })
    await createUser('ann', { groups: ['data'], policies: ['readonly'] })
    await createUser('ben', { policies: ['etl'] })
    await put('/api/v1/user?name=ben', { status: 'disabled', groups: [] })
  })

  test('all users, groups and policies are exported to one file without secrets', async () => {
    await openPage('/users', 'Users')
    await page.getByRole('link', { name: 'Export and Import' }).click()
    await waitForHeading('Export and Import')
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export').click()])
    file = readFileSync(await download.path(), 'utf8')
    const { policies, groups, users } = JSON.parse(file) as {
      policies: { name: string }[]
      groups: object[]
      users: object[]
    }
    assert.ok(policies.some(({ name }) => name === 'etl'))
    assert.equal(groups, [{ name: 'data', status: 'enabled', policies: ['etl'] }])
    assert.equal(users, [
      { accessKey: 'ann', status: 'enabled', policies: ['readonly'], groups: ['data'] },
      { accessKey: 'ben', status: 'disabled', policies: ['etl'], groups: [] },
    ])
    assert.not.match(file, 'a-good-password')
  })

  test('an identical file changes nothing, and an invalid one gives the reason', async () => {
    await choose(file)
    await page.getByText('Nothing would change.').waitFor()
    await choose('{"users":[]}')
    await page.getByText('This file cannot be imported').waitFor()
  })

  test('changes are listed and applied only after confirmation', async () => {
    await put('/api/v1/user?name=ann', { status: 'enabled', groups: [] })
    assert.is((await root('DELETE', '/api/v1/user?name=ben')).status, 204)
    await choose(file)
    await row('ann').getByText('groups + data').waitFor()
    await row('ben').getByText('gets new credentials; disabled; policies + etl').waitFor()
    assert.equal((await userOn('ann')).memberOf, [])
    await assertReadable('import-dry-run')

    await row('ann').getByRole('checkbox').click()
    await button('Import 1 Change').click()
    await page.getByText('All is imported.').waitFor()
    assert.is(await row('ann').count(), 0)
    assert.equal((await userOn('ann')).memberOf, [])
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await dialog().getByText('They cannot be downloaded later.').waitFor()
    await pressInDialog('Cancel')
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download Credentials').click()])
    assert.match(readFileSync(await download.path(), 'utf8'), /^User,Access Key,Secret Key\r\nben,ben,\w{24}\r\n$/)
    await choose(file)
    await button('Import 1 Change').click()
    await page.getByText('All is imported.').waitFor()
    const [ann, ben] = [await userOn('ann'), await userOn('ben')]
    assert.equal([ann.memberOf, ann.policy, ben.status, ben.policy], [['data'], ['readonly'], 'disabled', ['etl']])
    await choose(file)
    await page.getByText('Nothing would change.').waitFor()
  })

  test("the storage server's own archive is exported, listed before import, and restores passwords", async () => {
    if (engine === 'embedded')
      return assert.is(await button('Export with Secrets').getAttribute('aria-disabled'), 'true')
    await button('Export with Secrets').click()
    const [download] = await Promise.all([page.waitForEvent('download'), pressInDialog('Export')])
    const archive = readFileSync(await download.path())
    assert.is((await root('DELETE', '/api/v1/user?name=ben')).status, 204)
    await choose(Buffer.from('PK is no zip'), 'iam.zip')
    await page.getByText('This archive cannot be imported').waitFor()
    await choose(archive, 'iam.zip')
    await row('ben').getByText('gets the password of the archive; disabled; policies + etl').waitFor()
    await row('ann').getByText('gets the password of the archive').waitFor()
    await assertReadable('import-archive')
    await page.getByRole('button', { name: /^Import the Archive, / }).click()
    await page.getByText('All is imported.').waitFor()
    assert.equal([(await userOn('ben')).status, (await userOn('ben')).policy], ['disabled', ['etl']])
  })

  once('it fits on a phone in dark', () =>
    inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
      await openPage('/export-import', 'Export and Import')
      await assertReadable('export-import-390-dark')
    }),
  )
})
