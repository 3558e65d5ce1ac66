import type { Locator } from 'playwright-core'
import { assert, suite } from '../lib/suite.ts'
import { axeFindings } from '../lib/axe.ts'
import { until } from '../lib/until.ts'
import { inTab, page, root, useConsole } from './console.ts'
import { dialog, pressInDialog } from './dialogs.ts'
import { button, row } from './elements.ts'
import { createBucket, dock, putObject } from './objects.ts'
import { goto, waitForHeading, openPage } from './pages.ts'

const test = suite('layout')

useConsole(test)

test.before(async () => {
  await createBucket('measured')
})

/** Bounding box of an element in the window. */
const boxOf = async (of: Locator) => {
  const box = await of.boundingBox()
  assert.ok(box, `${of} has no box`)
  return box
}

const bottomOf = async (of: Locator) => {
  const { y, height } = await boxOf(of)
  return y + height
}

const rightOf = async (of: Locator) => {
  const { x, width } = await boxOf(of)
  return x + width
}

const sidebar = () => page.getByRole('navigation', { name: 'Console' })

test('at 800 px the collapsed sidebar shows all entries, the account, the theme and Log Out', () =>
  inTab({}, async () => {
    await goto('/users')
    await waitForHeading('Users')
    await button('Close the sidebar').click()
    const last = sidebar().getByRole('link').last()
    const themeButton = await boxOf(button('Theme'))
    assert.ok((await bottomOf(last)) <= themeButton.y, 'the last entry lies under the foot')
    await button('Logout').waitFor()
    await page.getByText('AD', { exact: true }).waitFor()
    await button('Theme').click()
    await page.getByRole('radio', { name: 'Dark' }).waitFor()
  }))

test('a failed sign-in moves no field', () =>
  inTab({ pair: 'nobody' }, async () => {
    await goto('/login')
    const name = page.locator('input[name=accessKey]')
    await name.fill('nobody')
    await page.fill('input[name=secretKey]', 'wrong-password')
    const before = await boxOf(name)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    assert.equal(await boxOf(name), before)
  }))

test('the fields of a wide dialog span its full width', async () => {
  await openPage('/policies?create=1', 'Policies')
  const frame = await boxOf(dialog())
  const field = await boxOf(dialog().getByLabel('Policy Name'))
  assert.is(Math.round(frame.x + frame.width - field.x - field.width), Math.round(field.x - frame.x))
  await pressInDialog('Cancel')
})

test('the focus ring of a tab surrounds its label, and the labels align with the page', async () => {
  await openPage('/dashboard', 'Dashboard')
  const tab = page.getByRole('tab', { name: 'Info' })
  const label = tab.locator('[data-label]')
  const [outer, inner] = [await boxOf(tab), await boxOf(label)]
  assert.ok(inner.x - outer.x >= 4, `${inner.x - outer.x} px at the left`)
  assert.ok(outer.x + outer.width - inner.x - inner.width >= 4)
  assert.is(Math.round(inner.x), Math.round((await boxOf(page.getByRole('heading', { level: 1 }))).x))
})

test('beside the help panel the search stays readable, and no column is hidden', async () => {
  await openPage('/buckets?view=list', 'Buckets')
  await button('Help').click()
  assert.ok((await boxOf(page.getByRole('search'))).width >= 180)
  await page.getByRole('columnheader', { name: 'Objects' }).waitFor()
  await button('Close help').click()
})

test('the buckets toolbar takes two lines in a narrow window', () =>
  inTab({ width: 390 }, async () => {
    await goto('/buckets?view=cards')
    await button('Create Bucket').waitFor()
    const [create, refresh] = [await boxOf(button('Create Bucket')), await boxOf(button('Refresh'))]
    assert.is(create.y, refresh.y)
    assert.ok(create.x + create.width <= 390)
    for (const name of ['Cards', 'List', 'Bulk Select']) await button(name).waitFor()
  }))

test('a column without room is marked in the column menu', async () => {
  await openPage('/trace', 'Trace')
  await button('Start').first().click()
  await page.getByText('No Traced elements received yet').waitFor()
  await root('GET', '/api/v1/buckets/measured/objects')
  await page.getByRole('gridcell').first().waitFor()
  assert.is(await page.getByRole('columnheader', { name: 'Out' }).count(), 0)
  await button('View').click()
  const choice = (name: string) => page.getByRole('menuitemcheckbox', { name })
  assert.match((await choice('Out').textContent()) ?? '', /No room/)
  assert.not.match((await choice('User').textContent()) ?? '', /No room/)
  await page.keyboard.press('Escape')
})

test('actions in the footer of a live page are at its right, with and without a note', async () => {
  for (const [address, title] of [
    ['/trace', 'Trace'],
    ['/watch', 'Watch'],
  ] as const) {
    await openPage(address, title)
    const edge = await rightOf(page.locator('main'))
    const isAtRight = async () => edge - (await rightOf(button('View'))) < 32
    assert.ok(await isAtRight(), `${title}, stopped`)
    const initial = await rightOf(page.getByText(/^Keeps the latest/))
    await button('Start').first().click()
    await page.getByText(/Filters (are locked|can be changed) while it runs/).waitFor()
    assert.is(await rightOf(page.getByText(/^Keeps the latest/)), initial, title)
    await button('Stop').click()
  }
})

test("a call's headers are not covered in a narrow window", () =>
  inTab({ width: 390 }, async () => {
    await goto('/trace')
    const headers = Array.from({ length: 12 }, (_, n) => [`X-Header-${n}`, `value ${n}`])
    const call = {
      time: '2026-11-25T10:00:00Z',
      api: 's3.GetObject',
      path: '/measured/a',
      query: '',
      host: 'h',
      client: 'c',
      method: 'GET',
      statusCode: 200,
      statusMsg: 'OK',
      user: 'ana',
      requestID: 'R1',
      callStats: { rx: 0, tx: 0, duration: '1ms', timeToFirstByte: '1ms' },
      requestHeaders: headers,
      responseHeaders: headers,
    }
    await button('Export').click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: 'Open Capture' }).click(),
    ])
    await chooser.setFiles({
      name: 'capture.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(`${JSON.stringify(call)}\n`),
    })
    await page.getByRole('row').nth(1).click()
    const last = page.getByText('value 11')
    await last.scrollIntoViewIfNeeded()
    const way = page.getByRole('link', { name: 'Open Object' })
    assert.ok((await boxOf(way)).y >= (await bottomOf(last)), 'the buttons cover the headers')
  }))

test('many alerts scroll with the page, not in a box', async () => {
  const alerts = Array.from({ length: 30 }, (_, n) => ({
    id: `${n}`,
    rule: 'r',
    metric: 'drives-offline',
    source: `/data/${n}`,
    value: 1,
    level: 'danger',
    threshold: 0,
    started: new Date(Date.UTC(2026, 10, 1, n)).toISOString(),
  }))
  await page.route('**/api/v1/admin/alerts', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response: response, json: { ...((await response.json()) as object), alerts } })
  })
  await openPage('/dashboard?tab=alerts', 'Dashboard')
  const grid = page.getByRole('grid')
  await page.getByText('30 alerts').waitFor()
  const [inner, outer] = await grid.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight])
  assert.is(inner, outer)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('plots side by side have the same height, whatever their legends', async () => {
  await page.route('**/info/widgets/*', async (route) => {
    const url = new URL(route.request().url())
    const response = await route.fetch()
    const widget = (await response.json()) as { type: string; targets: { legendFormat: string; result: unknown[] }[] }
    const end = Number(url.searchParams.get('end'))
    const values = [0, 60, 120].map((ago) => [end - 300 + ago, String(18_230)])
    const series = url.pathname.endsWith('/76') ? ['a'] : ['a', 'b', 'c', 'd', 'e']
    const result = series.map((server) => ({ metric: { range: 'LESS_THAN_1024_B', server }, values }))
    const targets = widget.targets.slice(0, 1).map((target) => ({ ...target, legendFormat: '{{server}}', result }))
    await route.fulfill({ response: response, json: { ...widget, targets } })
  })
  await openPage('/dashboard?view=resources', 'Dashboard')
  const plot = (name: string) => page.getByRole('region', { name, exact: true }).locator('[aria-roledescription=chart]')
  const [memory, cpu] = [await boxOf(plot('Memory')), await boxOf(plot('CPU, in cores'))]
  assert.equal([memory.y, memory.height], [cpu.y, cpu.height])
  await button('Enlarge CPU, in cores').click()
  await dialog().getByRole('heading', { name: 'CPU, in cores' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Usage' }).click()
  const amount = page.getByRole('region', { name: 'Object size distribution' }).getByText('18,230').first()
  assert.ok((await boxOf(amount)).height < 30, 'a figure takes more than one line')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('loading content is inside the landmarks', async () => {
  await page.route('**/api/v1/configs', () => undefined)
  await page.goto(`${new URL(page.url()).origin}/settings`)
  await waitForHeading('Settings')
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
  assert.equal(await axeFindings(page), [])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the list of policies shows who uses each', async () => {
  for (const [name, policies] of [
    ['holder-1', ['diagnostics']],
    ['holder-2', ['diagnostics']],
  ] as const)
    await root('POST', '/api/v1/users', { accessKey: name, secretKey: 'a-good-password', groups: [], policies })
  await openPage('/policies', 'Policies')
  const used = (policy: string) =>
    row(policy)
      .getByRole('gridcell')
      .filter({ hasText: /user|group|Not used/ })
  await used('diagnostics').getByText('2 users').waitFor()
  await used('writeonly').getByText('Not used').waitFor()
})

test('service accounts with names are listed by name first', async () => {
  const made = await root('POST', '/api/v1/service-account-credentials', {
    accessKey: 'REPORTS1',
    secretKey: 'a-good-password',
    name: 'reports',
    policy: '',
  })
  assert.ok(made.status < 300, made.text)
  await openPage('/account', 'Service Accounts')
  await until(async () => (await page.getByRole('columnheader').allTextContents()).includes('Access Key'))
  const heads = (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim()).filter(Boolean)
  assert.equal(heads.slice(0, 2), ['Name', 'Access Key'])
  await page.getByLabel('Select reports').waitFor()
})

test('selecting a row does not resize or move the search', async () => {
  assert.is((await root('POST', '/api/v1/groups', { group: 'measured', members: [] })).status, 201)
  await putObject('measured', 'selected.txt', 'text')
  for (const [address, title, name] of [
    ['/groups', 'Groups', 'measured'],
    ['/buckets/measured/browse', 'measured', 'selected.txt'],
  ] as const) {
    await openPage(address, title)
    await row(name).waitFor()
    const before = await boxOf(page.getByRole('search').first())
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check({ force: true })
    await page.getByText('1 selected').first().waitFor()
    assert.equal(await boxOf(page.getByRole('search').first()), before, address)
    await page.keyboard.press('Escape')
  }
})

test('in a window of 1920 pixels the path bar ends with the content below', () =>
  inTab({ width: 1920 }, async () => {
    await putObject('measured', 'selected.txt', 'text')
    await goto('/buckets/measured/browse')
    await row('selected.txt').waitFor()
    const bar = page.getByRole('navigation', { name: 'Path' })
    assert.is(Math.round(await rightOf(bar)), Math.round(await rightOf(page.getByRole('grid').first())))
  }))

test('a strip under the header does not touch the path bar, on every page with a path', async () => {
  await putObject('measured', 'selected.txt', 'text')
  const bar = page.getByRole('navigation', { name: 'Path' })
  const pages = [
    '/buckets/measured/browse',
    '/buckets/measured/browse/selected.txt',
    '/buckets/measured/browse?find=selected',
    '/buckets/measured/browse?rewind=2090-01-01T00%3A00%3A00Z',
  ]
  const rule = { metric: 'versions', level: 'warning', threshold: 0, durationSeconds: 0 }
  const { id } = (await root('POST', '/api/v1/admin/alerts/rules', rule)).json as { id: string }
  try {
    await openPage('/dashboard', 'Dashboard')
    const strip = page.getByRole('status').filter({ hasText: 'Versions in use' })
    await strip.waitFor()
    for (const address of pages) {
      await goto(address)
      await strip.waitFor()
      await bar.waitFor()
      const gap = (await boxOf(bar)).y - (await bottomOf(strip))
      assert.ok(gap >= 8, `${address}: ${gap} px`)
    }
  } finally {
    await root('DELETE', `/api/v1/admin/alerts/rules/${id}`)
  }
})

test('the result of an upload is in the transfers dock, and not in a message besides', async () => {
  await openPage('/buckets/measured/browse', 'measured')
  await page
    .getByLabel('Files to upload')
    .setInputFiles({ name: 'once.txt', mimeType: 'text/plain', buffer: Buffer.from('once') })
  await row('once.txt').waitFor()
  await dock().getByText('once.txt').first().waitFor()
  await dock().getByText('Object(s) uploaded successfully').waitFor()
  assert.is(
    await page
      .getByRole('status')
      .getByText(/once\.txt|uploaded/i)
      .count(),
    1,
  )
})

test('a number has a short input, and an address a long one', async () => {
  await openPage('/settings/of/alerts', 'Settings')
  const widthOf = async (field: string) => (await boxOf(page.locator(`[data-field="${field}"] input`))).width
  await page.getByLabel('Drives offline: critical above').waitFor()
  assert.ok((await widthOf('drives-offline')) < (await widthOf('endpoint')) / 2)
})

test('the context menu of a row shows all actions wherever the window has room for them', () =>
  inTab({ height: 640 }, async () => {
    await putObject('measured', 'selected.txt', 'text')
    await goto('/buckets/measured/browse')
    await row('selected.txt').click({ button: 'right' })
    const menu = page.getByRole('menu')
    await menu.getByRole('menuitem', { name: 'Delete' }).waitFor()
    const [full, visible] = await menu.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight])
    assert.is(full, visible)
  }))

test('in a narrow window the rows of plugins are as high as their texts', () =>
  inTab({ width: 390 }, async () => {
    await goto('/plugins')
    const first = page.getByRole('row').filter({ hasText: 'dashboard' })
    const state = first.getByText('On', { exact: true })
    await state.waitFor()
    assert.ok((await bottomOf(state)) < (await bottomOf(first)) - 4)
  }))

test('placeholders of cards and columns have the size of what replaces them', () =>
  inTab({}, async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const measure = {
        card: async () => (await boxOf(page.locator('main ul > li').first())).height,
        heads: async () =>
          Promise.all((await page.getByRole('columnheader').all()).map(async (head) => (await boxOf(head)).x)),
      }
      for (const [path, call, what] of [
        ['/buckets', '**/api/v1/buckets', 'card'],
        ['/policies', '**/api/v1/policies?*', 'heads'],
      ] as const) {
        await page.route(call, () => undefined)
        await goto(path)
        await page
          .getByRole(what === 'card' ? 'list' : 'grid', { name: what === 'card' ? 'Loading' : 'Policies' })
          .waitFor()
        const loading = await measure[what]()
        await page.unroute(call)
        await goto(path)
        await page
          .getByText(what === 'card' ? 'measured' : 'readonly')
          .first()
          .waitFor()
        assert.equal(await measure[what](), loading, `${path} at ${width} px`)
      }
    }
  }))
