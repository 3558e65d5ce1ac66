import { act, useState } from 'react'
import { assert, test } from '../lib/suite.ts'
import { Field } from '../../ui/field.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { button, click, field, findAll, press, render, type } from '../lib/react.tsx'

const noun = { one: 'policy', many: 'policies' }
const names = ['consoleAdmin', 'diagnostics', 'readonly', 'readwrite']
let value: string[]
let submitted: number

type PoliciesProps = { initial?: string[]; all?: readonly string[] | undefined }

const Policies = ({ initial = [], all = names }: PoliciesProps) => {
  const [selected, setSelected] = useState(initial)
  value = selected
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted += 1
      }}
    >
      <Field label="Policies">
        <MultiSelect
          noun={noun}
          value={selected}
          onChange={setSelected}
          options={all.length > 0 ? all.map((name) => ({ value: name })) : undefined}
        />
      </Field>
      <button>Save</button>
    </form>
  )
}

const open = async (props: PoliciesProps = {}) => {
  submitted = 0
  await render(<Policies {...props} />)
}
const input = () => field('Policies') as HTMLInputElement
const chips = () => findAll('ul[aria-label="Selected policies"] li').map(({ textContent }) => textContent)
const options = () => findAll('[role=option]').map(({ textContent }) => textContent)
const option = (name: string) => {
  const found = findAll('[role=option]').find(({ textContent }) => textContent === name)
  assert.ok(found, `no option ${name}`)
  return found
}

test('typed text filters the options, and Enter adds the first match as a chip', async () => {
  await open({ initial: ['diagnostics'] })
  await type(input(), 'read')
  assert.equal(options(), ['readonly', 'readwrite'])
  await press('Enter', input())
  assert.equal(
    [value, chips()],
    [
      ['diagnostics', 'readonly'],
      ['diagnostics', 'readonly'],
    ],
  )
  assert.is(input().value, '')
})

test('a second Enter neither selects another option nor submits the form', async () => {
  await open()
  await type(input(), 'readonly')
  await press('Enter', input())
  await press('Enter', input())
  assert.equal([value, submitted], [['readonly'], 0])
})

test('arrow keys and Enter select, and the same again removes', async () => {
  await open()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await press(key, input())
  assert.equal(value, ['diagnostics'])
  assert.is(option('diagnostics').getAttribute('aria-selected'), 'true')
  await click(option('diagnostics'))
  assert.equal([value, chips()], [[], []])
})

test('Backspace in the empty field removes the last chip, but not while it is held to clear the text', async () => {
  await open({ initial: ['readonly', 'diagnostics'] })
  await press('Backspace', input(), { repeat: true })
  assert.equal(value, ['readonly', 'diagnostics'])
  await press('Backspace', input())
  assert.equal(value, ['readonly'])
})

test('the left arrow key leads to the chips, which arrows move through and Delete removes', async () => {
  await open({ initial: ['readonly', 'diagnostics', 'consoleAdmin'] })
  await act(async () => input().focus())
  await press('ArrowLeft')
  assert.is(document.activeElement, button('Remove consoleAdmin'))
  await press('ArrowLeft')
  await press('Delete')
  assert.equal(value, ['readonly', 'consoleAdmin'])
  assert.is(document.activeElement, button('Remove consoleAdmin'))
  await press('Backspace')
  assert.is(document.activeElement, button('Remove readonly'))
  await press('Backspace')
  assert.equal([value, document.activeElement === input()], [[], true])
})

test('the button of a chip removes it', async () => {
  await open({ initial: ['readonly', 'gone'] })
  await click(button('Remove gone'))
  assert.equal(value, ['readonly'])
})

test('leaving the field adds an exact name and drops other text', async () => {
  await open()
  await type(input(), 'read')
  await act(async () => button('Save').focus())
  assert.equal([value, input().value], [[], ''])
  await type(input(), 'readonly')
  await act(async () => button('Save').focus())
  assert.equal([value, input().value], [['readonly'], ''])
})

test('while the options are loading, the list says so', async () => {
  await open({ all: [] })
  await type(input(), 'read')
  assert.equal(options(), ['Loading policies'])
})

test('of long lists the first options and the last chips are rendered, with the number of the others', async () => {
  const many = Array.from({ length: 250 }, (_, at) => `team-${at}`)
  await open({ all: many, initial: many.slice(0, 120) })
  assert.equal([chips().length, chips()[0], chips().at(-1)], [101, '20 more', 'team-119'])
  await press('ArrowDown', input())
  assert.equal([options().length, options().at(-1)], [101, '150 more. Type a part of the name to find them.'])
  await type(input(), 'team-0')
  await press('Enter', input())
  assert.not(value.includes('team-0'))
})
