import { banners } from '../../../core/web/toasts.ts'
import { button, click, findAll, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { useObjectDialogs } from '../pages/actions/use-object-dialogs.tsx'
import type { Row } from '../pages/items.ts'

test('deleted objects that are dropped on a folder have to be restored first', async () => {
  startTestSession()
  banners.messages = []
  const deleted: Row = { path: 'gone', name: 'gone', kind: 'deleted', size: 0, modified: '' }
  const Folder = () => {
    const { moveOrCopy, dialog } = useObjectDialogs({
      bucket: 'photos',
      prefix: '',
      upload: false,
      refusal: () => false,
      unlockable: false,
      onChanged: () => undefined,
    })
    return (
      <>
        <button onClick={() => moveOrCopy([deleted], 'folder/', 'move')}>Drop</button>
        {dialog}
      </>
    )
  }
  await render(<Folder />)
  await click(button('Drop'))
  await until(() =>
    assert.equal(
      banners.messages.map(({ text }) => text),
      ['Restore the deleted objects first'],
    ),
  )
  assert.equal(findAll('[role=dialog]'), [])
})
