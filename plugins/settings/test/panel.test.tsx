import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { Failure } from '../../../core/protocol/failure.ts'
import type { Feature } from '../../../core/protocol/features.ts'
import { panelForm } from '../../../core/web/panels.ts'
import type { FormPanel } from '../../../core/web/plugin.ts'
import { session } from '../../../core/web/session.ts'
import { PanelEditor } from '../pages/panel.tsx'
import { button, click, find, render, type, unmount, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const on = (features: Feature[]) => {
  startTestSession({ features, account: 'admin' })
}

const schema = v.object({ pace: v.pipe(v.string(), v.title('Pace'), v.regex(/^\d+$/, 'Enter a whole number')) })

/** A panel with a stored value; saving fails with `refuse`. */
const createPanel = (more: Partial<FormPanel> = {}) => {
  const state = { pace: '5', reads: 0, fail: undefined as Failure | undefined }
  const panel: FormPanel = {
    id: 'pace',
    title: 'Pace',
    about: 'How fast it goes.',
    page: '/tiers',
    load: async () =>
      panelForm({
        schema,
        read: async () => {
          state.reads += 1
          if (state.fail) throw state.fail
          return { pace: state.pace }
        },
        save: async ({ pace }) => {
          if (pace === '13') throw new Failure(422, 'pace in body: Enter another one', { field: 'pace' })
          state.pace = pace
        },
      }),
    ...more,
  }
  return { state, panel }
}

const input = () => find('[data-field="pace"] input') as HTMLInputElement

test('a panel shows the current value, validates input by its schema and saves it', async () => {
  on([])
  const { state, panel } = createPanel()
  await render(<PanelEditor panel={panel} />)
  await until(() => assert.is(input().value, '5'))
  await type(input(), 'many')
  await click(button('Save'))
  assert.match(document.body.textContent ?? '', /Enter a whole number/)
  await type(input(), '13')
  await click(button('Save'))
  await until(() => assert.match(find('[data-field="pace"]').textContent ?? '', /Enter another one/))
  await type(input(), '8')
  await click(button('Save'))
  await until(() => assert.is(state.pace, '8'))
})

test('the input of a panel is restored by a sign-in after the session has ended', async () => {
  on([])
  const { panel } = createPanel()
  await render(<PanelEditor panel={panel} />)
  await until(() => assert.is(input().value, '5'))
  await type(input(), '8')
  Object.assign(session, { state: 'out', endReason: 'refused' })
  await unmount()
  on([])
  await render(<PanelEditor panel={panel} />)
  await until(() => assert.is(input().value, '8'))
  assert.is(button('Save').getAttribute('aria-disabled'), null)
})

test('Discard returns to the stored value', async () => {
  on([])
  const { panel } = createPanel()
  await render(<PanelEditor panel={panel} />)
  await until(() => assert.is(input().value, '5'))
  await type(input(), '8')
  await click(button('Discard'))
  await until(() => assert.is(input().value, '5'))
  assert.is(button('Save').getAttribute('aria-disabled'), 'true')
})

test('a panel for a feature that the storage misses names the feature and reads nothing', async () => {
  on([])
  const { state, panel } = createPanel({ needs: 'tiers' })
  await render(<PanelEditor panel={panel} />)
  assert.match(document.body.textContent ?? '', /This storage does not support remote tiers/)
  assert.is(state.reads, 0)
})

test('a panel that cannot be loaded shows the error and reloads on demand', async () => {
  on([])
  const { state, panel } = createPanel()
  state.fail = new Failure(503, 'The storage is away')
  await render(<PanelEditor panel={panel} />)
  await until(() => assert.match(document.body.textContent ?? '', /The storage is away/))
  state.fail = undefined
  await click(button('Try again'))
  await until(() => assert.is(input().value, '5'))
})
