import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { useForm } from '../../ui/use-form.ts'
import { button, click, find, flush, render } from '../lib/react.tsx'

const schema = v.object({ name: v.optional(v.string(), 'a') })
let answers: ((yes: boolean) => void)[]
let sent: number

const QuestionForm = () => {
  const { submit, busy, dirty, set } = useForm({
    schema,
    ask: () => new Promise<boolean>((answer) => answers.push(answer)),
    onSubmit: () => void sent++,
  })
  return (
    <>
      <p>{`${busy ? 'busy' : 'idle'}, ${dirty ? 'changed' : 'unchanged'}`}</p>
      <button type="button" onClick={() => set('name', 'b')}>
        Change
      </button>
      <button type="button" onClick={() => submit()}>
        Save
      </button>
    </>
  )
}

test.before.each(() => {
  answers = []
  sent = 0
})

test('a form is not busy during its confirmation, asks once, and stays changed if declined', async () => {
  await render(<QuestionForm />)
  await click(button('Change'))
  await click(button('Save'))
  await click(button('Save'))
  assert.is(answers.length, 1)
  assert.is(find('p').textContent, 'idle, changed')
  answers[0]?.(false)
  await flush(3)
  assert.equal([find('p').textContent, sent], ['idle, changed', 0])
  await click(button('Save'))
  answers[1]?.(true)
  await flush(3)
  assert.equal([find('p').textContent, sent], ['idle, unchanged', 1])
})
