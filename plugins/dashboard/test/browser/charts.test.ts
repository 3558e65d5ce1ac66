import { readFileSync } from 'node:fs'
import type { Route } from 'playwright-core'
import { assert } from '../../../../test/lib/suite.ts'
import { tabs } from '../../pages/charts/layout.ts'
import { appearances, assertReadable } from '../../../../test/browser/accessibility.ts'
import { inTab, page, server } from '../../../../test/browser/console.ts'
import { waitForDialogClose, dialog } from '../../../../test/browser/dialogs.ts'
import { button } from '../../../../test/browser/elements.ts'
import { createBucket } from '../../../../test/browser/objects.ts'
import { openPage } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import { onEveryEngine, suiteOn } from '../../../../test/browser/engines.ts'

const card = (label: string) => page.getByRole('region', { name: label, exact: true })
const query = () => new URL(page.url()).searchParams

onEveryEngine('charts', (test) => {
  test('right after the start there are true figures of the storage', async () => {
    await openPage('/dashboard', 'Dashboard')
    await page.getByRole('tab', { name: 'Usage' }).click()
    await page.waitForURL(`${server.url}/dashboard?view=usage`)
    await until(async () => {
      const since = await page.getByText(/^Collected by this console since 20/).count()
      if (since === 1 && /1 online\s*0 offline/.test((await card('Servers').textContent()) ?? '')) return true
      await button('Sync').click()
      return false
    })
    // each card has a separate call
    await until(async () => /^Uptime\d+ /.test((await card('Uptime').textContent()) ?? ''))
  })
})

const test = suiteOn('embedded', 'charts of a storage with history')

/** Adds values over the requested range, to have points to hover. */
const generatePoints = async (route: Route) => {
  const url = new URL(route.request().url())
  const [start, end, step] = ['start', 'end', 'step'].map((name) => Number(url.searchParams.get(name))) as [
    number,
    number,
    number,
  ]
  const response = await route.fetch()
  const widget = (await response.json()) as { type: string; targets: { result: unknown[] }[] }
  if (widget.type !== 'graph') return route.fulfill({ response: response, json: widget })
  const values = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => [
    start + index * step,
    String(1000 + index),
  ])
  const targets = widget.targets.map((target) => ({
    ...target,
    result: [{ metric: { server: 'a', api: 'getobject' }, values }],
  }))
  return route.fulfill({ response: response, json: { ...widget, targets } })
}

test.before(async () => {
  await createBucket('first')
  await page.route('**/info/widgets/*', generatePoints)
})

test('every tab has its widgets in order', async () => {
  await openPage('/dashboard?view=usage', 'Dashboard')
  const order = async () =>
    page.locator('main section[aria-label]').evaluateAll((cards) => cards.map((one) => one.getAttribute('aria-label')))
  await card('Buckets').waitFor()
  assert.equal(await order(), [
    'Buckets',
    'Objects',
    'Servers',
    'Drives',
    'Capacity',
    'Network',
    'Time since last heal activity',
    'Time since last scan activity',
    'Uptime',
    'Data usage growth',
    'Object size distribution',
    'Data received',
    'Data sent',
  ])
  await page.getByRole('tab', { name: 'Traffic' }).click()
  await card('Requests in 4 minutes').waitFor()
  assert.equal(await order(), [
    'Requests in 4 minutes',
    'Failed requests in 4 minutes',
    'Traffic between servers',
    'Node input and output',
  ])
  await page.getByRole('tab', { name: 'Resources' }).click()
  await card('Memory').waitFor()
  assert.equal(await order(), [
    'Memory',
    'CPU, in cores',
    'System calls',
    'Open files',
    'Free inodes',
    'Used on drives',
  ])
})

test('the range is chosen by duration or by start and end, is in the URL, and shows its resolution', async () => {
  await openPage('/dashboard?view=traffic', 'Dashboard')
  await card('Requests in 4 minutes').waitFor()
  const requested = page.waitForRequest(
    (request) => /widgets\/60\?/.test(request.url()) && new URL(request.url()).searchParams.get('step') === '60',
  )
  await page.getByRole('combobox', { name: 'Range' }).selectOption('Last hour')
  const { searchParams } = new URL((await requested).url())
  assert.is(Number(searchParams.get('end')) - Number(searchParams.get('start')), 3600)
  assert.is(query().get('range'), '3600')
  const begin = page.getByRole('textbox', { name: 'Start Time' })
  await begin.fill('2026-02-30 10:00')
  await begin.press('Enter')
  assert.not.match(await begin.inputValue(), /02-30/, 'the day does not exist')
  await page.getByRole('textbox', { name: 'End Time' }).fill('2026-01-02 00:00')
  await page.getByRole('textbox', { name: 'End Time' }).press('Enter')
  await begin.fill('2026-01-01 00:00')
  await begin.press('Enter')
  await until(async () => {
    const [from = '', to = ''] = query().get('range')?.split('-') ?? []
    return Number(to) - Number(from) === 86_400
  })
  await page.reload()
  await until(async () => (await begin.inputValue()) === '2026-01-01 00:00')
})

test('every widget is requested once, and once more with Sync', async () => {
  const requested: string[] = []
  const note = (request: { url(): string }) =>
    void requested.push(...(/widgets\/(\d+)\?start=1767222000&/.exec(request.url())?.slice(1) ?? []))
  // the uptime shows when the storage was started
  const expected = [...tabs[1].rows.flat().map(String), '1']
  page.on('request', note)
  await openPage('/dashboard?view=traffic&range=1767222000-1767225600', 'Dashboard')
  await card('Node input and output')
    .getByRole('group', { name: /Node input and output, 61 moments/ })
    .waitFor()
  await until(async () => expected.every((id) => requested.includes(id)))
  await button('Sync').click()
  await until(async () => requested.length >= expected.length * 2)
  page.off('request', note)
  assert.equal(requested.toSorted(), [...expected, ...expected].toSorted())
})

test('a failed widget shows the reason and can be retried by itself', async () => {
  const refuse = (route: Route) =>
    route.fulfill({
      status: 500,
      json: { code: 500, message: 'The Prometheus cannot be asked', detailedMessage: 'it is away' },
    })
  await page.route('**/info/widgets/44?*', refuse)
  await openPage('/dashboard?view=usage', 'Dashboard')
  await card('Objects').getByText('The Prometheus cannot be asked').waitFor()
  await card('Buckets').getByText('1', { exact: true }).waitFor()
  await page.unroute('**/info/widgets/44?*', refuse)
  await card('Objects').getByRole('button', { name: 'Try Again' }).click()
  await card('Objects').getByText('0', { exact: true }).waitFor()
})

test('a chart is enlarged in a dialog', async () => {
  await openPage('/dashboard?view=resources', 'Dashboard')
  await button('Enlarge Memory').click()
  await dialog()
    .getByRole('group', { name: /^Memory, \d+ moments/ })
    .waitFor()
  await dialog().locator('canvas').waitFor()
  assert.is(await dialog().getByText('Memory', { exact: true }).count(), 1, 'the title is shown once')
  await assertReadable('charts-enlarged')
  await dialog().locator('footer').getByRole('button', { name: 'Close' }).click()
  await waitForDialogClose()
})

const plot = (label: string) => card(label).locator('.u-over')

type Box = { x: number; y: number; width: number }

/** Place of a chart, which is drawn again when its data arrives. */
const boxOf = async (label: string): Promise<Box> => {
  let box: Box | null = null
  await until(async () => (box = await plot(label).boundingBox()) !== null)
  return box!
}

/** Text at the cursor of a chart, if it shows one. */
const cursor = (label: string) =>
  card(label)
    .locator('.u-cursor-x')
    .evaluate((line) => (line as HTMLElement).style.transform)

test('hovering or moving by keys in one chart shows that time in all charts', async () => {
  await openPage('/dashboard?view=resources', 'Dashboard')
  await plot('Memory').hover({ position: { x: 100, y: 40 } })
  await plot('Open files').waitFor()
  await until(async () => (await cursor('Memory')) !== '' && (await cursor('Memory')) === (await cursor('Open files')))
  await page.mouse.move(0, 0)
  const walked = card('CPU, in cores').getByRole('group', { name: /moments/ })
  await walked.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await until(async () => /, CPU Usage Rate \[a\] [\d,]+/.test((await walked.textContent()) ?? ''))
  await until(async () => (await cursor('CPU, in cores')) === (await cursor('Memory')))
})

test('hovering lists all series by value, and a name in the legend shows only its series', async () => {
  await openPage('/dashboard?view=traffic', 'Dashboard')
  await plot('Traffic between servers').hover({ position: { x: 100, y: 40 } })
  const readings = page.locator('[aria-hidden=true] > table').last()
  await readings.getByText('Internode Bytes Received [a]').waitFor()
  assert.is(await readings.locator('tbody tr').count(), 2)
  await page.mouse.move(0, 0)
  await readings.waitFor({ state: 'detached' })
  const name = (text: string) => card('Traffic between servers').getByRole('button', { name: text })
  await name('Received').click()
  assert.is(await name('Sent').getAttribute('aria-pressed'), 'false')
  await plot('Traffic between servers').hover({ position: { x: 120, y: 40 } })
  await until(async () => (await readings.locator('tbody tr').count()) === 1)
})

test('a printed chart has its legend with colors, and no other buttons', async () => {
  await openPage('/dashboard?view=traffic', 'Dashboard')
  const entry = card('Traffic between servers').getByRole('button', { name: 'Received', includeHidden: true })
  await entry.waitFor()
  await page.emulateMedia({ media: 'print' })
  const [isVisible, sync] = [await entry.isVisible(), await button('Sync').count()]
  // browsers omit backgrounds by default
  const swatch = entry.locator('span').first()
  const colors = await swatch.evaluate((element) => getComputedStyle(element).printColorAdjust)
  await page.emulateMedia({ media: 'screen' })
  assert.equal([isVisible, sync, colors], [true, 0, 'exact'])
})

test('a finger moves the cursor of a chart', async () => {
  await openPage('/dashboard?view=resources&range=3600', 'Dashboard')
  const box = await boxOf('Memory')
  const finger = { pointerType: 'touch', bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + 40 }
  for (const type of ['pointerover', 'pointerdown', 'pointermove']) await plot('Memory').dispatchEvent(type, finger)
  const readings = page.locator('[aria-hidden=true] > table')
  await readings.getByText('Memory Used [a]').waitFor()
  assert.match(await cursor('Memory'), /translate/)
  await button('Sync').dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true })
  await readings.waitFor({ state: 'detached' })
})

test('dragging in a chart zooms all charts to that range, and Reset Zoom returns', async () => {
  await openPage('/dashboard?view=resources&range=3600', 'Dashboard')
  // wait until the chart no longer moves
  await plot('Memory').hover()
  const box = await boxOf('Memory')
  await page.mouse.move(box.x + box.width * 0.25, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.75, box.y + 40, { steps: 5 })
  await page.mouse.up()
  await until(async () => {
    const [from = '', to = ''] = query().get('range')?.split('-') ?? []
    return Math.abs(Number(to) - Number(from) - 1800) < 60
  })
  await card('Open files')
    .getByRole('group', { name: /moments/ })
    .waitFor()
  await button('Reset Zoom').click()
  await until(async () => query().get('range') === '3600' && !query().has('unzoomed'))
})

test('all graphs are compared with the day before', async () => {
  await openPage('/dashboard?view=resources&range=3600', 'Dashboard')
  await page.getByRole('checkbox', { name: 'Compare with the day before' }).click()
  await card('Memory').getByText('Day before').waitFor()
  await plot('Memory').hover({ position: { x: 100, y: 40 } })
  const readings = page.locator('[aria-hidden=true] > table')
  await readings.getByText('Day before').waitFor()
  await page.mouse.move(0, 0)
  await readings.waitFor({ state: 'detached' })
})

for (const width of [390, 1280])
  test(`at ${width} px the header of a compared graph fits into its card`, () =>
    inTab({ theme: 'light', width }, async () => {
      await page.route('**/info/widgets/*', generatePoints)
      await openPage('/dashboard?view=traffic&compare=day', 'Dashboard')
      for (const label of ['Failed requests in 4 minutes', 'Requests in 4 minutes']) {
        await card(label).getByText('Day before').waitFor()
        const right = async (target: ReturnType<typeof card>) => {
          const { x = 0, width: own = 0 } = (await target.boundingBox()) ?? {}
          return x + own
        }
        const [edge, end] = [await right(card(label)), await right(button(`Enlarge ${label}`))]
        assert.ok(end <= edge, `${label}: the button ends at ${end}, the card at ${edge}`)
      }
      await assertReadable(`charts-compared-${width}`)
    }))

test('the figures of a chart are available as a table and as a file', async () => {
  await openPage('/dashboard?view=resources', 'Dashboard')
  await plot('Memory').waitFor()
  await button('More for Memory').click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save as CSV' }).click()
  const file = await saved
  assert.is(file.suggestedFilename(), 'memory.csv')
  assert.match(readFileSync(await file.path(), 'utf8'), /^Time,Memory Used \[a\]\r\n20[\d-]+T[\d:.]+Z,1000\r\n/)
  await button('More for Memory').click()
  const picture = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save as PNG' }).click()
  assert.equal([...readFileSync(await (await picture).path()).subarray(1, 4)], [...Buffer.from('PNG')])
  await button('More for Memory').click()
  await page.getByRole('menuitem', { name: 'Show as table' }).click()
  await card('Memory')
    .getByRole('cell', { name: '1,000 B' })
    .or(card('Memory').getByRole('cell', { name: '1000 B' }))
    .first()
    .waitFor()
})

test('/metrics has only the charts, without the frame', async () => {
  await openPage('/metrics', 'Metrics')
  await card('Buckets').getByText('1', { exact: true }).waitFor()
  assert.is(await page.getByRole('navigation', { name: 'Console' }).count(), 0)
  assert.is(await page.getByRole('tab', { name: 'Info' }).count(), 0)
})

for (const appearance of appearances) {
  test(`charts are readable at ${appearance.width} px in ${appearance.theme}`, () =>
    inTab(appearance, async () => {
      await page.route('**/info/widgets/*', generatePoints)
      for (const { id } of tabs) {
        await openPage(`/dashboard?view=${id}`, 'Dashboard')
        await page.locator('main section[aria-busy=true]').first().waitFor({ state: 'detached' })
        // the chart library is loaded with the first figures
        await page.locator('main canvas').first().waitFor()
        await assertReadable(`charts-${id}-${appearance.theme}-${appearance.width}`)
      }
    }))
}
