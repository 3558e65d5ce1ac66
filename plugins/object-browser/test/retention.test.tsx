import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, render, type, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { SetRetention } from '../pages/object/retention.tsx'

const nextYear = `${new Date().getUTCFullYear() + 1}-06-01`

for (const [name, typed] of [
  ['a/film.mp4', 'film.mp4'],
  ['a/line\nbreak', 'photos'],
] as const)
  test(`compliance of ${JSON.stringify(name)} is confirmed by typing ${typed}`, async () => {
    startTestSession()
    const { sent } = await startFakeServer(() => ({}))
    const item = { name, version_id: 'one', retention_mode: 'COMPLIANCE', retention_until_date: '2020-01-01T00:00:00Z' }
    await render(
      <>
        <SetRetention bucket="photos" item={item} mayBypass onClose={() => {}} onDone={async () => undefined} />
        <ConfirmDialogs />
      </>,
    )
    await type(field('Date'), nextYear)
    await click(button('Save'))
    const confirmation = field(`Type ${typed} to confirm`)
    await type(confirmation, typed)
    await click(button('Set'))
    await until(() => assert.is(sent.length, 1))
  })
