import { assert, test } from '../lib/suite.ts'
import { Pager } from '../../ui/pager.tsx'
import { button, click, find, findAll, render, unmount } from '../lib/react.tsx'

const show = async (page: number, total: number) => {
  const chosen: number[] = []
  await render(
    <Pager
      page={page}
      onChange={(next) => chosen.push(next)}
      total={total}
      size={5}
      noun={{ one: 'server', many: 'servers' }}
    />,
  )
  return {
    chosen,
    pages: () =>
      findAll('nav > *')
        .map(({ textContent }) => textContent)
        .filter((text) => /^[\d…]/.test(text)),
  }
}

test('the pager states the visible range', async () => {
  await show(2, 12)
  assert.is(find('[role=status]').textContent, 'Showing 6 - 10 out of 12 Total Servers')
  await unmount()
  await show(3, 12)
  assert.is(find('[role=status]').textContent, 'Showing 11 - 12 out of 12 Total Servers')
  await unmount()
  await show(1, 1)
  assert.is(find('[role=status]').textContent, 'Showing 1 - 1 out of 1 Total Server')
})

test('the first, last and three pages to each side are offered, with gaps between', async () => {
  const { chosen, pages } = await show(10, 100)
  assert.equal(pages(), ['1', '…', '7', '8', '9', '10', '11', '12', '13', '…', '20'])
  assert.is(find('[aria-current=page]').textContent, '10')
  await click(button('Page 13'))
  await click(button('Previous page'))
  await click(button('Next page'))
  assert.equal(chosen, [13, 9, 11])
})

test('the ends have no further links', async () => {
  const { chosen } = await show(1, 6)
  await click(button('Previous page'))
  assert.equal(chosen, [])
  await unmount()
  assert.equal((await show(1, 5)).pages(), [], 'one page has no others to go to')
})
