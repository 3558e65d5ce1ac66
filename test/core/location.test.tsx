import { act } from 'react'
import { assert, test } from '../lib/suite.ts'
import { Route, Router, Switch, useLocation, useSearch } from 'wouter'
import {
  currentLocation,
  addLeaveGuard,
  navigate,
  decodeSegment,
  encodeSegment,
  useWouterLocation,
  useQuery,
} from '../../core/web/location.ts'
import { button, click, find, flush, render, until } from '../lib/react.tsx'

/** Names that routers or address bars may change. */
const hostile = [
  'a b',
  '100%',
  '%25',
  'x%2Fy',
  'a/b',
  'a//b',
  '/leading',
  'trailing/',
  'q?x=1',
  'frag#ment',
  'a+b&c=d',
  '..',
  '.',
  '../up',
  'a/../b',
  '~',
  '..~',
  'back\\slash',
  '"quotes\'',
  'line\r\nbreak',
  'naïve 日本 👩‍👧',
  '\u202Eevil',
  '__proto__',
]

const NameView = ({ name }: { name: string | undefined }) => {
  const [path] = useLocation()
  return (
    <>
      <output data-name>{JSON.stringify(decodeSegment(name ?? ''))}</output>
      <output data-path>{path}</output>
      <output data-search>{useSearch()}</output>
    </>
  )
}

const renderRoutes = () =>
  render(
    <Router hook={useWouterLocation}>
      <Switch>
        <Route path="/thing/:name">{({ name }) => <NameView name={name} />}</Route>
        <Route path="/deep/*">{(params) => <NameView name={params['*']} />}</Route>
        <Route>
          <output data-none />
        </Route>
      </Switch>
    </Router>,
  )

const go = async (to: string, options?: { replace?: boolean; force?: boolean }) => {
  await act(async () => navigate(to, options))
  await flush()
}

const back = () => act(async () => window.history.back())

const shownName = (): unknown => JSON.parse(find('[data-name]').textContent)

/** Waits until the address is this one; steps through the history happen later. */
const arrived = (path: string) => until(() => assert.is(currentLocation().path, path))

test.before.each(() => go('/start', { force: true }))

test('every name survives encoding as a path segment', () => {
  for (const name of hostile) assert.is(decodeSegment(encodeSegment(name)), name, JSON.stringify(name))
})

test('a lone surrogate does not break a page', () => {
  assert.is(decodeSegment(encodeSegment('a\uD83D')), 'a\uFFFD')
})

test('a segment contains no character that an address splits at or normalizes', () => {
  for (const name of hostile) {
    assert.not.match(encodeSegment(name), /[/?#\\\s]/, JSON.stringify(name))
    assert.is(new URL(`http://x/a/${encodeSegment(name)}`).pathname, `/a/${encodeSegment(name)}`, JSON.stringify(name))
  }
})

test('a page receives every name unchanged', async () => {
  await renderRoutes()
  for (const name of hostile) {
    await go(`/thing/${encodeSegment(name)}`)
    assert.is(shownName(), name)
  }
})

test('slashes inside a longer address are preserved, also double and trailing ones', async () => {
  await renderRoutes()
  for (const raw of ['a//b', 'a/b/', 'a%2Fb/c', '//a']) {
    await go(`/deep/${raw}`)
    assert.is(shownName(), decodeSegment(raw))
  }
})

test('an invalid encoding is shown raw and breaks nothing', async () => {
  await renderRoutes()
  await go('/thing/100%')
  assert.is(shownName(), '100%')
})

test('wouter receives the search string unchanged', async () => {
  await renderRoutes()
  await go('/thing/x?q=x%252Fy%26&r=%')
  assert.is(find('[data-search]').textContent, 'q=x%252Fy%26&r=%')
})

test('Back and Forward restore the names', async () => {
  await renderRoutes()
  await go(`/thing/${encodeSegment('100%')}`)
  await go(`/thing/${encodeSegment('a/b')}`)
  await back()
  await until(() => assert.is(shownName(), '100%'))
  await act(async () => window.history.forward())
  await until(() => assert.is(shownName(), 'a/b'))
})

test('replacing adds no history entry', async () => {
  await go('/one')
  await go('/two', { replace: true })
  await back()
  await arrived('/start')
})

test('no address leads to another host', async () => {
  for (const to of ['//evil.example/x', '\\\\evil.example/x', '/\\evil.example/x', '///evil.example/x']) {
    await go(to)
    assert.is(currentLocation().path, '/evil.example/x')
  }
  assert.is(window.location.hostname, '127.0.0.1')
})

test('a guard that refuses keeps the page', async () => {
  const lift = addLeaveGuard(() => false)
  await go('/elsewhere')
  assert.is(currentLocation().path, '/start')
  lift()
  await go('/elsewhere')
  assert.is(currentLocation().path, '/elsewhere')
})

test('a guard receives the destination', async () => {
  const lift = addLeaveGuard((path) => path?.startsWith('/start/') ?? false)
  await go('/elsewhere')
  assert.is(currentLocation().path, '/start')
  await go('/start/two')
  assert.is(currentLocation().path, '/start/two')
  lift()
})

test('a guard that agrees later allows the navigation', async () => {
  const lift = addLeaveGuard(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return true
  })
  await go('/elsewhere')
  lift()
  assert.is(currentLocation().path, '/elsewhere')
})

test('a guard is not called for a tab or filter of the same page, or after the session ended', async () => {
  let calls = 0
  const lift = addLeaveGuard(() => {
    calls += 1
    return false
  })
  await go('/start?tab=two')
  assert.equal([currentLocation().search, calls], ['?tab=two', 0])
  await go('/login', { force: true })
  lift()
  assert.equal([currentLocation().path, calls], ['/login', 0])
})

test('a guard also covers Back, and the address changes only after it agrees', async () => {
  await go('/form')
  const answers = [false, true]
  const seen: string[] = []
  const lift = addLeaveGuard(() => {
    seen.push(window.location.pathname)
    return answers.shift() ?? true
  })
  await back()
  await until(() => assert.is(seen.length, 1))
  await flush(3)
  assert.equal([currentLocation().path, window.location.pathname], ['/form', '/form'])
  await back()
  await arrived('/start')
  lift()
  assert.is(window.location.pathname, '/start')
  assert.is(seen.length, 2)
})

test('a guard also covers Back to another address of the same page, such as one without a dialog', async () => {
  await go('/start?create=1')
  const answers = [false, true]
  const seen: (string | undefined)[] = []
  const lift = addLeaveGuard((path) => {
    seen.push(path)
    return answers.shift() ?? true
  })
  await back()
  await until(() => assert.equal(seen, ['/start']))
  await flush(3)
  assert.equal([currentLocation().search, window.location.search], ['?create=1', '?create=1'])
  await back()
  await until(() => assert.is(currentLocation().search, ''))
  lift()
  assert.equal(seen, ['/start', '/start'])
})

test('closing the tab asks only while a guard is active', () => {
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  assert.is(closing(), false)
  const lift = addLeaveGuard(() => false)
  assert.is(closing(), true)
  lift()
  assert.is(closing(), false)
})

const Query = () => {
  const [tab, setTab] = useQuery('tab', 'groups')
  const [search, setSearch] = useQuery('q')
  return (
    <>
      <output>{`${tab}|${search}`}</output>
      <button onClick={() => setTab('policies')}>policies</button>
      <button onClick={() => setTab('groups')}>groups</button>
      <button onClick={() => setSearch('a&b %+#')}>search</button>
    </>
  )
}

test('an address parameter starts at its default, keeps other parameters, and is omitted at the default', async () => {
  await render(<Query />)
  assert.is(find('output').textContent, 'groups|')
  await click(button('policies'))
  await click(button('search'))
  assert.is(find('output').textContent, 'policies|a&b %+#')
  await click(button('groups'))
  assert.is(currentLocation().search, '?q=a%26b+%25%2B%23')
})

test('an address parameter replaces the history entry, so Back leaves the page', async () => {
  await go('/page')
  await render(<Query />)
  await click(button('policies'))
  await back()
  await arrived('/start')
})
