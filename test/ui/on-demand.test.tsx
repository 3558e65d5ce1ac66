import { useEffect, useState } from 'react'
import { assert, test } from '../lib/suite.ts'
import { banners } from '../../core/web/toasts.ts'
import { Combo, comboScript } from '../../ui/combo-on-demand.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { onDemand, useOnDemand } from '../../ui/use-on-demand.ts'
import { closeAtEnd } from '../lib/close-at-end.ts'
import { button, click, find, render, until } from '../lib/react.tsx'

test('a script that cannot be loaded is reported, and loaded again on the next use', async () => {
  let isOnline = false
  let loads = 0
  const script = onDemand(async () => {
    loads += 1
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return { Part: () => <p>loaded</p> }
  })
  const Part = ({ onClose }: { onClose: () => void }) => {
    const loaded = useOnDemand(script, { onFailure: onClose })
    return loaded && <loaded.Part />
  }
  const Page = () => {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(true)}>{open ? 'Opened' : 'Open'}</button>
        {open && <Part onClose={() => setOpen(false)} />}
      </>
    )
  }
  banners.messages = []
  await render(<Page />)
  await click(button('Open'))
  await until(() => assert.is(banners.messages.at(-1)?.text, 'This part of the console could not be loaded'))
  assert.ok(button('Open'), 'it is closed')

  isOnline = true
  await click(button('Open'))
  assert.is(find('p').textContent, 'loaded')
  await render(<Part onClose={() => {}} />)
  assert.is(loads, 2, 'it is loaded once')
})

/** A part whose code cannot be loaded until `isOnline` is set; `page` answers the request for the console's page. */
const onServer = (page: () => Response) => {
  const original = globalThis.fetch
  globalThis.fetch = (async () => page()) as typeof fetch
  closeAtEnd(() => void (globalThis.fetch = original))
  const state = { isOnline: false }
  const load = async () => {
    if (!state.isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return ({ text }: { text: string }) => <p>{text}</p>
  }
  return { state, Part: lazyPart('the charts', load, () => <i>loading</i>) }
}

test('a part that cannot be loaded has an error with a retry in its place', async () => {
  const { state, Part } = onServer(() => new Response('', { status: 503 }))
  banners.messages = []
  const { container } = await render(
    <>
      <h1>Dashboard</h1>
      <Part text="usage" />
    </>,
  )
  await until(() => assert.match(container.textContent, 'The charts could not be loadedCheck the connection'))
  assert.match(container.textContent, 'Dashboard', 'the page stays')
  assert.equal(banners.messages, [])

  state.isOnline = true
  await click(button('Try again'))
  await until(() => assert.is(container.textContent, 'Dashboardusage'))
})

test('a part that a newer server no longer has asks for a reload', async () => {
  document.head.innerHTML = '<script type="module" src="/app-OLD.js"></script>'
  closeAtEnd(() => document.head.replaceChildren())
  const { Part } = onServer(() => new Response('<script type="module" src="/app-NEW.js"></script>'))
  const { container } = await render(<Part text="usage" />)
  await until(() => assert.match(container.textContent, 'There is a new version of the console'))
  assert.ok(button('Reload'))
})

for (const [when, loadedBefore] of [
  ['before its code has arrived', () => Promise.resolve()],
  ['between the arrival of its code and the next render', () => comboScript.load()],
] as const)
  test(`a combobox that gets the focus ${when} keeps text, focus and selection`, async () => {
    const loaded = comboScript.exports
    comboScript.exports = undefined
    const roles: (string | null)[] = []
    const Form = () => {
      const [value, setValue] = useState('photos')
      useEffect(() => {
        void loadedBefore().then(() => {
          const input = find('input') as HTMLInputElement
          input.focus()
          input.setSelectionRange(2, 4)
          roles.push(input.getAttribute('role'))
        })
      }, [])
      return <Combo label="Bucket" value={value} onChange={setValue} options={[{ value: 'photos' }]} />
    }
    await render(<Form />)
    comboScript.exports = loaded
    const combo = find('input[role=combobox]') as HTMLInputElement
    assert.equal(roles, [null], 'it was a text field')
    assert.ok(document.activeElement === combo)
    assert.equal([combo.value, combo.selectionStart, combo.selectionEnd], ['photos', 2, 4])
  })
