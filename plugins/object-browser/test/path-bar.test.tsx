import { assert, test } from '../../../test/lib/suite.ts'
import { button, click, findAll, render, until } from '../../../test/lib/react.tsx'
import { headOf } from '../pages/head.tsx'
import { PathBar } from '../pages/path-bar.tsx'

const steps = () =>
  findAll('ol > li').map((step) => step.querySelector('a, [aria-current], button')?.getAttribute('title') ?? '…')

test('a path of eight steps is shown whole', async () => {
  await render(<PathBar bucket="photos" path="1/2/3/4/5/6/7/" />)
  assert.equal(steps(), ['photos', '1', '2', '3', '4', '5', '6', '7'])
})

test('of a longer path the bucket and the last folders are shown, and a menu has the others', async () => {
  await render(<PathBar bucket="photos" path="1/2/3/4/5/6/7/8/9/" query="?x=1" />)
  assert.equal(steps(), ['photos', '…', '4', '5', '6', '7', '8', '9'])
  await click(button('3 more folders'))
  await until(() => assert.is(findAll('[role=menuitem]').length, 3))
  assert.equal(
    findAll('[role=menuitem]').map((item) => [item.textContent, item.getAttribute('href')]),
    [
      ['1', '/buckets/photos/browse/1/?x=1'],
      ['2', '/buckets/photos/browse/1/2/?x=1'],
      ['3', '/buckets/photos/browse/1/2/3/?x=1'],
    ],
  )
})

test('a folder with an empty name has a name in the heading, breadcrumbs and pin', () => {
  const { title, crumbs, pin } = headOf({ bucket: 'photos', prefix: 'a///', width: 'narrow' })
  assert.equal(
    [title, ...crumbs.map(({ label }) => label), pin.label],
    ['(empty name)', 'photos', '(empty name)', '(empty name)'],
  )
})
