import { useState } from 'react'
import { assert, test } from '../lib/suite.ts'
import { Combo } from '../../ui/combo.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { blur, click, field, findAll, press, render, type } from '../lib/react.tsx'

const options = [
  { value: 's3:GetObject', hint: 'Downloads objects', group: 'Read' },
  { value: 's3:PutObject', hint: 'Uploads objects', group: 'Write' },
  { value: 's3:DeleteObject', hint: 'Deletes objects', group: 'Delete' },
]

let last = ''
const One = () => {
  const [value, setValue] = useState('')
  last = value
  return <Combo label="Action" value={value} onChange={setValue} options={options} />
}

const offered = () => findAll('[role=option]').map((option) => option.firstChild?.textContent)
const chosen = () =>
  findAll('[role=option][aria-selected=true] > span:nth-child(2)').map(({ textContent }) => textContent)

test('typed text is the value, and choices that contain it in name or description are offered', async () => {
  await render(<One />)
  assert.equal(offered(), [])
  await type(field('Action'), 'upl')
  assert.equal([offered(), last], [['s3:PutObject'], 'upl'])
  await type(field('Action'), 'nothing')
  assert.equal(offered(), ['No option contains "nothing"'])
  await blur(field('Action'))
  assert.equal([offered(), last], [[], 'nothing'])
})

test('arrows move through the choices, Enter chooses, and then all are offered again', async () => {
  await render(<One />)
  await press('ArrowDown', field('Action'))
  assert.is(offered().length, 3)
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await press(key, field('Action'))
  assert.equal([last, offered()], ['s3:PutObject', []])
  await press('ArrowDown', field('Action'))
  assert.equal(offered().length, 3)
  await press('ArrowUp', field('Action'))
  assert.is(field('Action').getAttribute('aria-activedescendant'), findAll('[role=option]')[2]?.id)
})

test('Enter chooses the first match, an exact one before others', async () => {
  await render(<One />)
  await type(field('Action'), 'deleteobj')
  await press('Enter', field('Action'))
  assert.equal([last, offered()], ['s3:DeleteObject', []])
})

test('Enter submits the form without a match, and chooses first with one', async () => {
  let sent = 0
  await render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent += 1
      }}
    >
      <One />
    </form>,
  )
  await type(field('Action'), 'deleteobj')
  await press('Enter', field('Action'))
  assert.equal([last, sent], ['s3:DeleteObject', 0])
  await type(field('Action'), 'nothing')
  await press('Enter', field('Action'))
  assert.equal([last, sent, offered()], ['nothing', 1, []])
})

test('Enter that ends the composition of a word in an input method chooses nothing', async () => {
  await render(<One />)
  await type(field('Action'), 'upl')
  await press('Enter', field('Action'), { isComposing: true })
  assert.equal([last, offered()], ['upl', ['s3:PutObject']])
  await press('Enter', field('Action'))
  assert.is(last, 's3:PutObject')
})

test('leaving the field keeps the typed text', async () => {
  await render(<One />)
  await type(field('Action'), 'put')
  await blur(field('Action'))
  assert.equal([last, offered()], ['put', []])
})

test('a click chooses', async () => {
  await render(<One />)
  await click(field('Action'))
  await click(findAll('[role=option]')[2]!)
  assert.is(last, 's3:DeleteObject')
})

test('Escape closes the choices and not the surrounding dialog', async () => {
  let isOpen = true
  await render(
    <Dialog title="Choose" footer={null} onClose={() => (isOpen = false)}>
      <One />
    </Dialog>,
  )
  await type(field('Action'), 'object')
  await press('Escape', field('Action'))
  assert.equal([offered(), isOpen], [[], true])
  await press('Escape', field('Action'))
  assert.not(isOpen)
})

test('in a multiple choice a click or Space toggles, and Enter continues with an empty field', async () => {
  const Many = () => {
    const [text, setText] = useState('')
    const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(['s3:GetObject']))
    const toggle = (value: string) =>
      setPicked(new Set(picked.has(value) ? [...picked].filter((one) => one !== value) : [...picked, value]))
    return <Combo label="Actions" value={text} onChange={setText} options={options} chosen={picked} onPick={toggle} />
  }
  await render(<Many />)
  await click(field('Actions'))
  assert.equal(chosen(), ['s3:GetObject'])
  await click(findAll('[role=option]')[1]!)
  assert.equal(chosen(), ['s3:GetObject', 's3:PutObject'])
  await type(field('Actions'), 'get')
  for (const key of ['ArrowDown', ' ']) await press(key, field('Actions'))
  assert.equal([chosen(), (field('Actions') as HTMLInputElement).value], [[], 'get'])
  await press('Enter', field('Actions'))
  assert.equal([offered(), (field('Actions') as HTMLInputElement).value], [[], ''])
  await press('ArrowDown', field('Actions'))
  assert.equal(chosen(), ['s3:GetObject', 's3:PutObject'])
})

test('in a multiple choice each press of Enter or Space reports one selection', async () => {
  const picked: string[] = []
  const Many = () => {
    const [text, setText] = useState('')
    return (
      <Combo label="Actions" value={text} onChange={setText} options={options} onPick={(one) => picked.push(one)} />
    )
  }
  await render(<Many />)
  await type(field('Actions'), 'put')
  await press('Enter', field('Actions'))
  assert.equal(picked, ['s3:PutObject'])
  for (const key of ['ArrowDown', 'ArrowDown', ' ']) await press(key, field('Actions'))
  assert.equal(picked, ['s3:PutObject', 's3:GetObject'])
})
