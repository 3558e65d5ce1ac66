import { assert } from '../lib/suite.ts'
import type { Plugin } from '../../core/web/plugin.ts'
import { plugins } from '../lib/plugins-of-browser.ts'
import { pluginIdsOn } from '../lib/plugin-engines.ts'
import { startReceiver } from '../lib/receiver.ts'
import { until } from '../lib/until.ts'
import { page, root } from './console.ts'
import { button } from './elements.ts'
import { createBucket, putObject } from './objects.ts'
import { goto } from './pages.ts'

const long = (begin: string, length: number) => begin.padEnd(length, 'abcdefghij')

/** Names of the maximum length, and one written from right to left. */
export const extremeNames = {
  user: long('a.very.long.user-', 128),
  group: long('team-', 128),
  policy: long('allow-', 128),
  bucket: long('archive-', 63),
  folder: long('folder-', 200),
  object: `${long('مستندات-', 120)}.txt`,
}

const ok = async (method: string, path: string, body: unknown) => {
  const response = await root(method, path, body)
  assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${response.text}`)
}

/** Fills a console with short and long lists, including extreme names. */
export const seed = async () => {
  const Statement = [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }]
  await ok('POST', '/api/v1/policies', {
    name: extremeNames.policy,
    policy: JSON.stringify({ Version: '2012-10-17', Statement }),
  })
  await ok('POST', '/api/v1/groups', { group: extremeNames.group, members: [] })
  for (const accessKey of [
    extremeNames.user,
    'ana.moreau',
    'محمد.علي',
    ...Array.from({ length: 12 }, (_, index) => `user-${index}`),
  ]) {
    const few = accessKey.startsWith('user-')
    await ok('POST', '/api/v1/users', {
      accessKey,
      secretKey: 'a-good-password',
      groups: few ? [] : [extremeNames.group],
      policies: few ? [] : [extremeNames.policy, 'readwrite'],
    })
  }
  await ok('POST', '/api/v1/service-accounts', { policy: '' })
  await createBucket(extremeNames.bucket, { versioning: true })
  await createBucket('empty')
  await putObject(extremeNames.bucket, `${extremeNames.folder}/${extremeNames.object}`, 'content')
  await putObject(extremeNames.bucket, extremeNames.object, 'content')
  await putObject(extremeNames.bucket, 'report.csv', 'a,b\n1,2\n')
  const { url: endpoint } = await startReceiver()
  for (const account_id of ['hook', long('target-', 64)]) {
    await ok('POST', '/api/v1/admin/notification_endpoints', {
      service: 'webhook',
      account_id,
      properties: { endpoint, auth_token: 'a-token' },
    })
    const configuration = {
      arn: `arn:minio:sqs::${account_id}:webhook`,
      events: ['put', 'get', 'delete'],
      prefix: long('folder-', 200),
      suffix: '.csv',
    }
    await ok('POST', `/api/v1/buckets/${extremeNames.bucket}/events`, { configuration })
  }
}

const enc = encodeURIComponent

/** Addresses at which each route is checked. A route without an entry fails, so that new pages are checked too. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': [
    '/dashboard',
    '/dashboard?tab=alerts',
    '/dashboard?tab=thresholds',
    '/dashboard?view=usage',
    '/dashboard?view=traffic',
    '/dashboard?view=resources',
    '/dashboard?view=latency',
  ],
  '/metrics': ['/metrics'],
  '/buckets': ['/buckets', '/buckets?view=list', '/buckets?search=nothing-like-it'],
  '/buckets/:bucketName': [],
  '/buckets/:bucketName/admin/*?': ['summary', 'events', 'lifecycle', 'access', 'prefix'].map(
    (tab) => `/buckets/${extremeNames.bucket}/admin/${tab}`,
  ),
  '/buckets/:bucketName/browse/*?': [
    `/buckets/${extremeNames.bucket}/browse`,
    `/buckets/${extremeNames.bucket}/browse?open=report.csv`,
    `/buckets/${extremeNames.bucket}/browse/${enc(extremeNames.folder)}/`,
    `/buckets/${extremeNames.bucket}/browse/${enc(extremeNames.folder)}/${enc(extremeNames.object)}`,
    `/buckets/${extremeNames.bucket}/browse?rewind=2090-01-01T00%3A00%3A00Z`,
    `/buckets/${extremeNames.bucket}/browse?find=txt`,
    '/buckets/empty/browse',
    '/buckets/no-such-bucket/browse',
  ],
  '/users': ['/users'],
  '/users/*': ['overview', 'groups', 'service-accounts', 'policies'].flatMap((tab) => [
    `/users/${extremeNames.user}?tab=${tab}`,
    `/users/user-1?tab=${tab}`,
  ]),
  '/groups': ['/groups'],
  '/groups/*': ['members', 'policies'].map((tab) => `/groups/${extremeNames.group}?tab=${tab}`),
  '/export-import': ['/export-import'],
  '/account': ['/account'],
  '/policies': ['/policies'],
  '/policies/*': ['summary', 'users', 'groups', 'json'].map((tab) => `/policies/${extremeNames.policy}?tab=${tab}`),
  '/check-access': [
    '/check-access',
    `/check-access?name=${extremeNames.user}&bucket=${extremeNames.bucket}&key=${enc(extremeNames.object)}`,
    `/check-access?name=${extremeNames.user}&action=s3%3AListBucket&bucket=${extremeNames.bucket}&tab=users`,
  ],
  '/notification-endpoints': ['/notification-endpoints'],
  '/notification-endpoints/add': ['/notification-endpoints/add'],
  '/notification-endpoints/add/:service': [
    '/notification-endpoints/add/notify_webhook',
    '/notification-endpoints/add/notify_kafka',
  ],
  '/notification-endpoints/edit/:service/:target': [
    '/notification-endpoints/edit/webhook/hook',
    '/notification-endpoints/edit/webhook/nowhere',
  ],
  '/plugins': ['/plugins', '/plugins?search=nothing-like-it'],
  '/operator/plugins': ['/operator/plugins'],
  '/settings': ['/settings'],
  '/settings/of/:panel': ['/settings/of/sessions', '/settings/of/nothing'],
  '/settings/:section': ['/settings/api', '/settings/audit_webhook'],
  '/webhook/logger': ['/webhook/logger'],
  '/webhook/audit': ['/webhook/audit'],
  '/tiers': ['/tiers'],
  '/tiers/add': ['/tiers/add'],
  '/tiers/add/:service': ['/tiers/add/gcs'],
  '/heal': ['/heal'],
  '/health-info': ['/health-info', '/health-info?tab=speed', '/health-info?tab=profiles'],
  '/logs': ['/logs', '/logs?tab=audit'],
  '/trace': ['/trace'],
  '/watch': ['/watch'],
  '/license': ['/license'],
  '/storage/volumes': ['/storage/volumes', '/storage/volumes?search=nothing-like-it'],
  '/storage/drives': ['/storage/drives'],
  '/storage/*?': [],
  '/namespaces/:tenantNamespace/tenants/:tenantName/hop': [],
  '/namespaces/:tenantNamespace/tenants/:tenantName/*?': ['/namespaces/default/tenants/no-such-tenant/summary'],
  '/tenants': ['/tenants', '/tenants?search=nothing-like-it'],
  '/tenants/add': ['/tenants/add'],
  '/tenants/compare': [
    '/tenants/compare',
    '/tenants/compare?one=harbour%2Fharbour-prod&other=archive%2Farchive-eu&show=all',
    '/tenants/compare?one=default%2Fno-such-tenant&other=docs%2Fdocs',
  ],
  '/tenants/health': ['/tenants/health', '/tenants/health?search=nothing-like-it'],
}

type Owner = Pick<Plugin, 'id' | 'routes' | 'sidebar'>

/** A plugin without the page that it has in the other mode. */
const without =
  (page: string) =>
  ({ id, routes, sidebar }: Owner): Owner => ({
    id,
    routes: routes.filter(({ path }) => path !== page),
    sidebar: sidebar.filter((entry) => entry.page !== page),
  })

/** Owners of pages: in a console on the embedded engine, and in operator mode. */
export const owners: readonly Owner[] = plugins
  .filter(({ id }) => pluginIdsOn('embedded').has(id))
  .map(without('/operator/plugins'))
export const operatorOwners: readonly Owner[] = plugins
  .filter(({ id }) => pluginIdsOn('kubernetes').has(id))
  .map(without('/plugins'))

/** All addresses of a plugin to check: those of its routes, and those of its sidebar entries. */
const addressesOf = ({ routes: all, sidebar }: (typeof owners)[number]) => {
  const routes = all.map(({ path }) => path)
  const actions = sidebar.flatMap(({ actions = [] }) => actions.map(({ to }) => to))
  const unknown = routes.filter((path) => !addresses[path])
  assert.equal(unknown, [], 'test/browser/routes.ts says where each route is looked at')
  return [...routes.flatMap((path) => addresses[path] ?? []), ...actions]
}

/** An address that opens a dialog. */
const started = /[?&](create|password)=/

/** The route's part of an address, which all tabs of one object share. */
const routeOf = (address: string) => Object.entries(addresses).find(([, all]) => all.includes(address))?.[0] ?? address

const over = () => page.locator('[role=dialog], [role=menu]')

/** Waits until pending changes are painted. */
export const waitForPaint = () =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

/** Waits until nothing on the page is loading, moving or fading. */
const waitUntilSettled = async () => {
  await page.locator('h1').first().waitFor()
  await until(() =>
    page.evaluate(() => {
      const loading = [...document.querySelectorAll('[role=status], [role=progressbar]')].some(
        (one) => one.textContent === 'Loading' || one.getAttribute('aria-label') === 'Loading',
      )
      const moving = document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      return !loading && !moving && document.fonts.status === 'loaded' && !document.querySelector('[aria-busy=true]')
    }),
  )
}

/** Opens an address and waits until it is complete. */
export const visit = async (address: string) => {
  await goto(address)
  await waitUntilSettled()
}

/** Controls that would change what later steps need, or that disappear on their own. */
const skippedControls = new RegExp(
  `^(${[
    'Logout|Start Diagnostic|Open Report|Test (Objects|Drives|Network)|Profile (CPU|Memory)|Stop|Start|Refresh|Disable',
    'Enable|Open the sidebar|Close the sidebar|Copy .*|Download|Clear|Add Statement|Take out .*',
    '(Next|Previous) finding|(Hide|Show) transfers|Clear finished',
  ].join('|')})$`,
)

/** Names of the buttons on the page: in its header, above its list, and in the list's first row. */
const pressable = () =>
  page.evaluate(() => {
    const row = document.querySelector('[role=row][data-index]')
    const all = [...document.querySelectorAll<HTMLElement>('main button, header button')]
    const free = all.filter(
      (one) =>
        (!one.closest('[role=row]') || one.closest('[role=row]') === row) &&
        !one.matches(
          '[aria-disabled=true], [aria-pressed], [aria-expanded]:not([aria-haspopup]), [role=tab], nav *, [role=columnheader] *',
        ) &&
        one.getClientRects().length > 0,
    )
    return [...new Set(free.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''))]
  })

/** Opens each menu and dialog of the page one after the other, and calls `check` while it is open. */
const eachOver = async (address: string, seen: Set<string>, check: (name: string) => Promise<void>) => {
  const route = routeOf(address)
  const isLast = (name: string) => Number(name === 'Delete')
  // actions that may remove something without asking come last
  for (const name of (await pressable())
    .filter((one) => !skippedControls.test(one))
    .sort((one, other) => isLast(one) - isLast(other))) {
    // the tabs of a page share their header
    if (seen.has(`${route} ${name}`)) continue
    seen.add(`${route} ${name}`)
    const opener = button(name).first()
    const menu = (await opener.getAttribute('aria-haspopup')) === 'menu'
    await opener.scrollIntoViewIfNeeded()
    await opener.click({ force: true })
    // a menu's code is loaded when it is first opened
    if (menu) await page.getByRole('menu').waitFor()
    await waitForPaint()
    // some dialogs request their content first
    await waitUntilSettled()
    await waitForPaint()
    if ((await over().count()) > 0) {
      await waitUntilSettled()
      await check(name)
      await page.keyboard.press('Escape')
      await over().first().waitFor({ state: 'detached' })
    }
    const { pathname, search } = new URL(page.url())
    if (decodeURI(pathname + search) !== decodeURI(address)) await visit(address)
  }
}

/** Opens every page of a plugin, the first by loading it. */
export const forEachPage = async (owner: Owner, check: (address: string) => Promise<void>) => {
  for (const address of addressesOf(owner)) {
    await goto(address)
    await waitUntilSettled()
    await check(address)
  }
}

/** Opens every page of a plugin and its dialogs and menus, and calls `check` for each. */
export const forEachView = async (
  owner: (typeof owners)[number],
  check: (where: string, what: 'page' | 'over') => Promise<void>,
) => {
  const seen = new Set<string>()
  for (const address of addressesOf(owner)) {
    await visit(address)
    await check(address, 'page')
    if (!started.test(address)) await eachOver(address, seen, (name) => check(`${address}, ${name}`, 'over'))
  }
}
