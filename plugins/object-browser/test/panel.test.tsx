import { act } from 'react'
import { navigate } from '../../../core/web/location.ts'
import { button, click, find, render } from '../../../test/lib/react.tsx'
import { assert, test } from '../../../test/lib/suite.ts'
import type { Row } from '../pages/items.ts'
import type { Listing } from '../pages/listing.ts'
import { usePanel } from '../pages/panel/use-panel.ts'

const rowsOf = (...names: string[]) =>
  names.map((name): Row => ({ path: name, name, kind: 'object', size: 1, modified: '2026-01-01T00:00:00Z' }))

const listing = (loadingMore: boolean): Listing => ({
  items: [],
  partial: true,
  error: undefined,
  asOf: undefined,
  loading: false,
  loadingMore,
  more: async () => undefined,
  reload: async () => undefined,
})

const Panel = ({ rows, loadingMore = false }: { rows: readonly Row[]; loadingMore?: boolean }) => {
  const { path, close, place, drawer } = usePanel('', rows, listing(loadingMore))
  return (
    <>
      <output>{path}</output>
      <button onClick={close}>Close</button>
      <button onClick={place?.next}>Next</button>
      <button onClick={() => drawer.open(rows[0]!)}>Open first</button>
    </>
  )
}

/** Presses Next on the last loaded row, then a button while the next page loads; returns the open object afterwards. */
const openAfter = async (pressed: string | undefined) => {
  await act(async () => void navigate('/?open=b', { replace: true }))
  const { again } = await render(<Panel rows={rowsOf('a', 'b')} />)
  await click(button('Next'))
  await again(<Panel rows={rowsOf('a', 'b')} loadingMore />)
  if (pressed !== undefined) await click(button(pressed))
  await again(<Panel rows={rowsOf('a', 'b', 'c')} />)
  return find('output').textContent
}

test.after.each(() => act(async () => void navigate('/', { replace: true })))

test('Next on the last loaded row opens the first row of the next page', async () => {
  assert.is(await openAfter(undefined), 'c')
})

test('a panel that is closed while the next page loads stays closed', async () => {
  assert.is(await openAfter('Close'), '')
})

test('a panel that is opened while the next page loads stays open', async () => {
  assert.is(await openAfter('Open first'), 'a')
})
