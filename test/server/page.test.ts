import { assert, test } from '../lib/suite.ts'
import { rewritePaths, createPage } from '../../server/page.ts'

const template = `<html data-base="/"><head><title>Stowage</title><!-- visit --></head><body><div id="root"><!-- screen --></div><!-- initial state --></body></html>`

const routes = [
  {
    plugin: 'buckets',
    path: '/buckets',
    page: '/buckets',
    layout: 'shell' as const,
    title: 'Buckets',
    first: { path: '/api/v1/buckets' as const },
    scripts: ['assets/buckets.js'],
  },
  {
    plugin: 'browser',
    path: '/buckets/:bucketName/browse/*?',
    page: '/browse',
    layout: 'shell' as const,
    title: ':bucketName',
    first: {
      path: '/api/v1/buckets/:bucketName/objects' as const,
      query: { prefix: '*/', limit: '1000' },
      without: ['rewind'],
    },
    scripts: ['assets/browse.js'],
  },
  { plugin: 'browser', path: '/hop', page: '/browse', layout: 'bare' as const, title: 'Hop', scripts: [] },
  { plugin: 'off', path: '/off', page: '/buckets', layout: 'shell' as const, title: 'Off', scripts: ['assets/off.js'] },
]

const screen = (html: string, title = 'Login') => ({ title, html })
const screens = {
  login: {
    form: screen('<form>{{version}}</form>'),
    'form at a server': screen('<form>at {{server}} {{version}}</form>'),
    'form with LDAP': screen('<form>directory</form>'),
    'redirect and form with LDAP': screen('<a>SSO</a><form>directory</form>'),
    'redirect and form': screen('<a href="{{redirect}}">SSO</a><form></form>'),
    unreachable: screen('<p>{{message}}</p>'),
  },
  frame: screen('<h1>{{title}}</h1>', '{{title}} · Stowage'),
  scripts: ['assets/shell.js'],
}

const session = {
  status: 'ok',
  pages: ['/buckets', '/browse'],
  features: [],
  account: 'ana',
  plugins: ['buckets', 'browser'],
}
const page = (subpath = '') => createPage(rewritePaths(subpath, template), screens, routes, { subpath })
const signedIn = (path: string, parts: object = {}, subpath = '') =>
  page(subpath)(path, { session: { ...session, ...parts } }) ?? ''

const linked = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
const initialStateOf = (html: string) =>
  JSON.parse(/id="initial-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as unknown

test('the page contains session, title, and links to its code and first call', () => {
  const html = signedIn('/buckets')
  assert.equal(linked(html), ['/api/v1/buckets', '/assets/shell.js', '/assets/buckets.js'])
  assert.match(html, '<div id="root"><h1>Buckets</h1></div>')
  assert.match(html, '<title>Buckets · Stowage</title>')
  assert.equal(initialStateOf(html), { session, title: 'Buckets' })
})

test('links to scripts have the hash of the import map, without which they would be downloaded twice', () => {
  const integrity = { 'assets/buckets.js': 'sha384-a+b/c=' }
  const html = createPage(template, screens, routes, { subpath: '', integrity })('/buckets', { session }) ?? ''
  assert.match(html, '<link rel="modulepreload" href="/assets/buckets.js" integrity="sha384-a+b/c=">')
  assert.match(html, '<link rel="modulepreload" href="/assets/shell.js">')
  assert.equal(initialStateOf(html), { session, title: 'Buckets' })
})

test('scripts have low priority where the login page is shown before they run, and not in a session', () => {
  const script = '<script type="module" src="/assets/main.js" fetchpriority="low"></script>'
  const withScript = createPage(template.replace('<body>', `<body>${script}`), screens, routes, { subpath: '' })
  const strategy = { loginStrategy: 'form' as const, version: '1.2.3' }
  assert.match(withScript('/login', { strategy, certain: true }) ?? '', script)
  assert.match(withScript('/buckets', { session }) ?? '', '<script type="module" src="/assets/main.js"></script>')
})

test("a folder's first call names the folder as the page does, and an object's page has none", () => {
  const folder = signedIn('/buckets/my%20bucket/browse/a%26b/%C3%BC/')
  assert.is(linked(folder)[0], '/api/v1/buckets/my%20bucket/objects?prefix=a%26b%2F%C3%BC%2F&amp;limit=1000')
  assert.match(folder, '<h1>my bucket</h1>')
  assert.equal(linked(signedIn('/buckets/b/browse'))[0], '/api/v1/buckets/b/objects?prefix=&amp;limit=1000')
  assert.equal(linked(signedIn('/buckets/b/browse/a.txt')), ['/assets/shell.js', '/assets/browse.js'])
})

test('an address with other parameters has no first call, which would be cached for a later one', () => {
  assert.equal(linked(signedIn('/buckets/b/browse?rewind=2026-01-01')), ['/assets/shell.js', '/assets/browse.js'])
  assert.is(linked(signedIn('/buckets/b/browse?sort=-size'))[0], '/api/v1/buckets/b/objects?prefix=&amp;limit=1000')
})

test('"/" and the login page redirect to the home page, and an unknown address does not', () => {
  for (const path of ['/', '/login']) assert.is(linked(signedIn(path)).at(-1), '/assets/buckets.js')
  const unknown = signedIn('/nowhere')
  assert.equal(linked(unknown), ['/assets/shell.js'])
  assert.match(unknown, '<h1>404 Not Found</h1>')
})

test('pages that are inactive or not granted are not preloaded, and a withheld page has its title', () => {
  const less = signedIn('/buckets', { pages: ['/browse'] })
  assert.equal([linked(less), /404 Not Found/.test(less)], [['/assets/shell.js'], true])
  const withheld = signedIn('/buckets', {
    pages: ['/browse'],
    withheld: [{ page: '/buckets', actions: ['s3:ListAllMyBuckets'] }],
  })
  assert.equal([linked(withheld), /<h1>Buckets/.test(withheld)], [['/assets/shell.js'], true])
  assert.equal(linked(signedIn('/off')), ['/assets/shell.js'])
})

test('a bare page has no frame', () => {
  assert.match(signedIn('/hop'), '<div id="root"></div>')
})

test('under a subpath every address includes it', () => {
  const html = signedIn('/buckets', {}, '/console')
  assert.equal(linked(html), ['/console/api/v1/buckets', '/console/assets/shell.js', '/console/assets/buckets.js'])
  assert.match(html, 'data-base="/console/"')
})

test("the login page shows the sign-in method, with the server's address if known", () => {
  const strategy = { loginStrategy: 'form' as const, server: '', version: '1.2.3' }
  assert.match(page()('/users', { strategy, certain: true }) ?? '', '<div id="root"><form>1.2.3</form></div>')
  assert.match(
    page()('/login', { strategy: { ...strategy, server: 'storage:9000' }, certain: true }) ?? '',
    'at storage:9000 1.2.3',
  )
  const ldap = { ...strategy, ldap: true as const }
  assert.match(page()('/login', { strategy: ldap, certain: true }) ?? '', '<form>directory</form>')
  const both = { ...ldap, loginStrategy: 'redirect' as const, redirect: '/sso', form: true }
  assert.match(page()('/login', { strategy: both, certain: true }) ?? '', '<a>SSO</a><form>directory</form>')
  const sso = { loginStrategy: 'redirect' as const, redirect: 'https://idp/?a=1&b="2"', form: true }
  const html = page()('/login', { strategy: sso, certain: false }) ?? ''
  assert.match(html, '<a href="https://idp/?a=1&amp;b=&quot;2&quot;">SSO</a>')
  assert.equal(initialStateOf(html), { strategy: sso, certain: false })
  const failure = { status: 503, message: 'no <provider>' }
  assert.match(page()('/login', { failure, certain: true }) ?? '', '<p>no &lt;provider&gt;</p>')
})

test('names and addresses are escaped', () => {
  const hostile = `</script><script>alert(1)</script><!-- initial state -->{{server}}$&$'`
  const html = signedIn(`/buckets/${encodeURIComponent(hostile)}/browse`, { account: hostile })
  assert.is(html.match(/<script/g)?.length, 1)
  assert.is(html.match(/<\/script>/g)?.length, 1)
  assert.equal(initialStateOf(html), { session: { ...session, account: hostile }, title: hostile })
  assert.match(html, '&lt;/script&gt;&lt;script&gt;alert(1)')
})

test('unknown account details are omitted', () => {
  assert.is(page()('/buckets', {}), undefined)
})
