import type { Browser, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { axeFindings, launch, login, openTab, screenshot, type Tab } from '../lib/browser.ts'
import { type Pair, type Send, signIn } from '../lib/server.ts'
import { onEveryEngine } from './engines.ts'

const policy = (...statements: [actions: string[], resources: string[], condition?: object][]) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: statements.map(([Action, resources, Condition]) => ({
      Effect: 'Allow',
      Action,
      Resource: resources.map((resource) => `arn:aws:s3:::${resource}`),
      ...(Condition && { Condition }),
    })),
  })

const documents = {
  team: policy(
    [['s3:ListBucket'], ['shared'], { StringLike: { 's3:prefix': ['team/a/*'] } }],
    [['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], ['shared/team/a/*']],
  ),
  looker: policy([['s3:ListBucket', 's3:GetObject'], ['shared', 'shared/*']]),
  knower: policy([['s3:GetObject'], ['shared/*']]),
}

onEveryEngine('somebody with few rights', (test, place) => {
  let browser: Browser
  let root: Send
  const tabs: Tab[] = []

  const put = async (key: string) => {
    const body = new FormData()
    body.append('4', new Blob(['text']), 'file')
    assert.is((await root('POST', `/api/v1/buckets/shared/objects/upload?key=${encodeURIComponent(key)}`, body)).status, 200)
  }

  const enter = async (pair: Pair): Promise<Page> => {
    const tab = await openTab(browser)
    tabs.push(tab)
    tab.page.setDefaultTimeout(10_000)
    await tab.page.emulateMedia({ reducedMotion: 'reduce' })
    await login(tab.page, { ...place().server, root: pair })
    return tab.page
  }
  const as = (accessKey: keyof typeof documents | 'nobody') => enter({ accessKey, secretKey: 'user-secret-key' })

  const open = (page: Page, path: string) => page.goto(`${place().server.url}${path}`)
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.locator(`[title="${name}"]`) })
  const blocked = (page: Page, name: string) => page.locator('button[aria-disabled=true]', { hasText: name }).first().waitFor()
  const free = (page: Page, name: string) => page.locator('button:not([aria-disabled])', { hasText: name }).first().waitFor()

  test.before(async () => {
    const { server } = place()
    browser = await launch()
    root = await signIn(server.url, server.root)
    assert.is((await root('POST', '/api/v1/buckets', { name: 'shared' })).status, 201)
    for (const key of ['notes.txt', 'team/a/one.txt', 'team/b/two.txt']) await put(key)
    for (const [name, document] of Object.entries(documents))
      assert.is((await root('POST', '/api/v1/policies', { name, policy: document })).status, 201)
    for (const accessKey of [...Object.keys(documents), 'nobody']) {
      const policies = accessKey === 'nobody' ? [] : [accessKey]
      const user = { accessKey, secretKey: 'user-secret-key', groups: [], policies }
      assert.is((await root('POST', '/api/v1/users', user)).status, 201)
    }
  })
  test.after(() => browser.close())
  test.after.each(async () => {
    const all = tabs.splice(0)
    for (const { page } of all) await page.context().close()
    assert.equal(all.flatMap(({ problems }) => problems), [])
  })

  test('who has one prefix finds the way to it, and uploads and deletes nowhere else', async () => {
    const page = await as('team')
    await page.getByRole('heading', { name: 'shared' }).waitFor()
    assert.is(await page.getByText('0 B').count(), 0)
    await open(page, '/buckets/shared/browse')
    await row(page, 'team/').waitFor()
    await blocked(page, 'Upload')
    await screenshot(page, `limited-${place().name}-way`)
    await page.getByRole('link', { name: 'team/', exact: true }).click()
    await page.getByRole('link', { name: 'a/', exact: true }).click()
    await row(page, 'one.txt').waitFor()
    await free(page, 'Upload')
    const file = { name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('mine') }
    await page.getByLabel('Files to upload').setInputFiles(file)
    await row(page, 'mine.txt').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Object deleted successfully').first().waitFor()
    await row(page, 'mine.txt').waitFor({ state: 'detached' })
  })

  test('who may only read is offered nothing else, and is told why', async () => {
    const page = await as('looker')
    await open(page, '/buckets/shared/browse')
    await row(page, 'notes.txt').waitFor()
    await blocked(page, 'Upload')
    await row(page, 'notes.txt').locator('button[aria-disabled=true]').waitFor()
    await page.getByLabel('Select notes.txt').check({ force: true })
    await blocked(page, 'Delete')
    await button(page, 'Delete').first().hover()
    await page.getByText('Your policies do not allow deleting this').first().waitFor()
    assert.equal((await axeFindings(page)).filter((finding) => /^(serious|critical)/.test(finding)), [])
    await screenshot(page, `limited-${place().name}-read`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row(page, 'notes.txt').getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    assert.is(download.suggestedFilename(), 'notes.txt')
  })

  test('who may not make buckets and asks for it all the same is told so', async () => {
    const page = await as('looker')
    await open(page, '/buckets?create=bucket')
    await page.getByText('Your policies do not allow creating buckets').first().waitFor()
    assert.is(await page.getByRole('dialog').count(), 0)
  })

  test('who may not list still downloads what they know the name of', async () => {
    const page = await as('knower')
    await open(page, '/buckets/shared/browse/team/b/two.txt')
    await blocked(page, 'Delete')
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
    assert.is(download.suggestedFilename(), 'two.txt')
    await open(page, '/buckets/shared/browse/no-such.txt')
    await page.getByText('There is no object "no-such.txt"').waitFor()
  })

  test('who has no policy at all sees that, and nothing breaks', async () => {
    const page = await as('nobody')
    await page.getByText('There are no buckets yet.').waitFor()
    await open(page, '/buckets/shared/browse')
    await page.getByText('You cannot see these objects').waitFor()
    await blocked(page, 'Upload')
  })

  test('two administrators of one user do not undo what the other has done', async () => {
    const user = { accessKey: 'between', secretKey: 'user-secret-key', groups: ['first'], policies: ['team'] }
    assert.is((await root('POST', '/api/v1/users', user)).status, 201)
    assert.is((await root('POST', '/api/v1/groups', { group: 'second', members: [] })).status, 201)
    const page = await enter(place().server.root)
    await open(page, '/users/between')
    await button(page, 'Add to Groups').click()
    await page.getByRole('dialog').getByLabel('Select second').check({ force: true })
    const meanwhile = { status: 'disabled', groups: ['third'], policies: ['looker'] }
    assert.is((await root('PUT', '/api/v1/user?name=between', meanwhile)).status, 200)
    await button(page, 'Save').click()
    await page.getByText('Status: Disabled').waitFor()
    const { json } = await root('GET', '/api/v1/user?name=between')
    const { status, memberOf, policy: policies } = json as { status: string; memberOf: string[]; policy: string[] }
    assert.equal([status, memberOf.sort(), policies], ['disabled', ['second', 'third'], ['looker']])
  })
})
