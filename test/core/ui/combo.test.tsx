import { useState } from 'react'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Combo } from '../../../core/ui/combo.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { blur, cleanup, click, field, findAll, press, render, type } from '../../lib/react.tsx'

test.after.each(cleanup)

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

test('what is typed counts, and of the choices those are offered that hold it in their name or what they are', async () => {
  await render(<One />)
  assert.equal(offered(), [])
  await type(field('Action'), 'upl')
  assert.equal([offered(), last], [['s3:PutObject'], 'upl'])
  await type(field('Action'), 'nothing')
  assert.equal(offered(), ['Nothing holds "nothing"'])
  await blur(field('Action'))
  assert.equal([offered(), last], [[], 'nothing'])
})

test('keys choose: arrows go through, Enter takes, and then all are offered again', async () => {
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

test('Enter takes the first match of what was typed, an exact one before others', async () => {
  await render(<One />)
  await type(field('Action'), 'deleteobj')
  await press('Enter', field('Action'))
  assert.equal([last, offered()], ['s3:DeleteObject', []])
})

test('Enter sends the form where nothing matches, and chooses first where something does', async () => {
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

test('leaving the field keeps what was typed', async () => {
  await render(<One />)
  await type(field('Action'), 'put')
  await blur(field('Action'))
  assert.equal([last, offered()], ['put', []])
})

test('a press chooses', async () => {
  await render(<One />)
  await click(field('Action'))
  await click(findAll('[role=option]')[2]!)
  assert.is(last, 's3:DeleteObject')
})

test('Escape closes the choices and not the dialog around them', async () => {
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

test('of several a press or Space adds and takes away, and Enter goes on with an empty field', async () => {
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
  assert.equal([chosen(), (field('Actions') as HTMLInputElement).value], [['s3:GetObject', 's3:PutObject'], ''])
})

test.run()
