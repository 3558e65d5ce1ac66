import { startFakeServer } from '../../../test/core/fake-server.ts'
import { render, unmount } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { Copy } from '../pages/actions/copy.tsx'
import type { Row } from '../pages/items.ts'

test('Rename says that line breaks in a name are removed', async () => {
  startTestSession()
  await startFakeServer(() => ({ body: {} }))
  const dialogText = async (path: string) => {
    await unmount()
    const rows = [{ kind: 'object', path, name: path } as Row]
    const nothing = () => undefined
    await render(
      <Copy
        bucket="photos"
        prefix=""
        rows={rows}
        kind="rename"
        onClose={nothing}
        onChanged={nothing}
        onDone={nothing}
      />,
    )
    return document.body.textContent ?? ''
  }
  assert.match(await dialogText('first\nsecond.txt'), 'They are removed if you change it.')
  assert.not.match(await dialogText('cat.png'), 'line breaks')
})
