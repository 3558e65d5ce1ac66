import * as v from 'valibot'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { button, click, field, render, type, until } from '../lib/react.tsx'
import { startTestSession } from '../lib/session.ts'
import { assert, test } from '../lib/suite.ts'

/** Opens a dialog that was filled from `shown`, while the stored text may be another. */
const open = async (shown: string, stored: string) => {
  startTestSession()
  const sent: string[] = []
  const reloads: string[] = []
  const dialog = (current: string) => (
    <FormDialog
      title="Edit Rules"
      verb="Save"
      schema={v.object({ rules: v.pipe(v.string(), v.title('Rules')) })}
      initial={{ rules: current }}
      replaces={{ what: 'the rules of photos', read: async () => stored, shown: current }}
      onClose={() => {}}
      onDone={() => reloads.push(current)}
      onSubmit={({ rules }) => void sent.push(rules)}
    />
  )
  const { again } = await render(dialog(shown))
  return { sent, reloads, reload: () => again(dialog(stored)) }
}

test('a form that replaces a resource is refused if that has changed since, and keeps its input', async () => {
  const { sent, reloads, reload } = await open('a', 'a and b')
  await type(field('Rules'), 'a and c')
  for (const again of [false, true]) {
    if (again) await reload()
    await click(button('Save'))
    await until(() => assert.match(document.body.textContent ?? '', /Someone else has changed the rules of photos\./))
    assert.equal([sent, reloads.length], [[], again ? 2 : 1])
    assert.is((field('Rules') as HTMLInputElement).value, 'a and c')
  }
})

test('a form that replaces an unchanged resource is sent', async () => {
  const { sent } = await open('a', 'a')
  await type(field('Rules'), 'b')
  await click(button('Save'))
  await until(() => assert.equal(sent, ['b']))
})
