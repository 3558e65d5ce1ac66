import { assert, test } from '../lib/suite.ts'
import { useNoticeSources, type SidebarNoticeSource } from '../../core/web/notices.ts'
import type { Notice, PublishNotices } from '../../core/web/plugin.ts'
import { NoticeBadge, NoticeStrip } from '../../core/shell/notice-strip.tsx'
import { button, click, find, findAll, flush, render, unmount, until } from '../lib/react.tsx'

const notice = (id: string, tone: Notice['tone'], title = id): Notice => ({ id, tone, title, text: 'since noon.' })

/** Two plugins with notices: `state.publish` sends notices, `state.stopped` counts ended subscriptions. */
const createSources = () => {
  const state = { publish: [] as PublishNotices[], stopped: 0 }
  const source = (to: string, at: number): SidebarNoticeSource => ({
    to,
    all: `${to}?tab=all`,
    noun: { one: 'alert', many: 'alerts' },
    subscribe: (publish) => {
      state.publish[at] = publish
      return () => void (state.stopped += 1)
    },
  })
  const sources = [source('/one', 0), source('/two', 1)]
  const Shell = () => {
    useNoticeSources(sources)
    return (
      <>
        <NoticeStrip sources={sources} />
        {sources.map((one) => (
          <p key={one.to} id={one.to.slice(1)}>
            <NoticeBadge to={one.to} source={one} />
          </p>
        ))}
      </>
    )
  }
  return { state, sources, renderShell: () => render(<Shell />) }
}

const strip = () => findAll('[role=alert], [role=status]').map((one) => one.textContent)
const marks = () => ['one', 'two'].map((id) => find(`#${id}`).textContent)

test.before.each(() => localStorage.clear())

const renderSubscribed = async () => {
  const { state, renderShell } = createSources()
  await renderShell()
  await until(() => assert.is(state.publish.length, 2))
  const publish = async (at: number, ...notices: Notice[]) => {
    state.publish[at]?.(notices)
    await flush()
  }
  return { state, publish }
}

test('the banner shows the most severe notice, and each notice marks its sidebar entry', async () => {
  const { publish } = await renderSubscribed()
  assert.equal(strip(), [])
  await publish(0, notice('a', 'warning'), notice('b', 'warning'))
  assert.equal(strip(), ['a since noon.1 more alert'])
  await publish(1, notice('c', 'danger', 'A drive is offline'))
  assert.equal(strip(), ['A drive is offline since noon.2 more alerts'])
  assert.is(find('a').getAttribute('href'), '/two?tab=all')
  assert.equal(marks(), ['2alerts', '1alert'])
})

test('a resolved notice disappears, and a single one links to its page', async () => {
  const { publish } = await renderSubscribed()
  await publish(0, notice('a', 'danger'))
  assert.equal(strip(), ['a since noon.View'])
  await publish(0)
  assert.equal(strip(), [])
  assert.equal(marks(), ['', ''])
})

test('a dismissed notice stays dismissed, keeps its mark, and returns after it recurs', async () => {
  const { publish } = await renderSubscribed()
  await publish(0, notice('first', 'danger'), notice('second', 'warning'))
  await click(button('Close'))
  assert.equal(strip(), ['second since noon.View'])
  assert.is(marks()[0], '2alerts')
  await publish(0, notice('first', 'danger'))
  assert.equal(strip(), [])
  await publish(0, notice('first again', 'danger'))
  assert.equal(strip(), ['first again since noon.View'])
})

test('a plugin whose notices throw does not affect the notices of others', async () => {
  const { state, sources, renderShell } = createSources()
  sources[0]!.subscribe = () => {
    throw new Error('broken plugin')
  }
  const { error } = console
  console.error = () => {}
  await renderShell()
  await until(() => assert.ok(state.publish[1]))
  console.error = error
  state.publish[1]?.([notice('full', 'danger')])
  await until(() => assert.equal(marks(), ['', '1alert']))
})

test('all notice feeds are closed when the console unmounts', async () => {
  const { state, publish } = await renderSubscribed()
  await publish(0, notice('x', 'danger'))
  await unmount()
  assert.is(state.stopped, 2)
  const { renderShell } = createSources()
  await renderShell()
  assert.equal(strip(), [])
})
