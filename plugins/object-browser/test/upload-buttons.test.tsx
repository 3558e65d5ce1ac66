import { assert, test } from '../../../test/lib/suite.ts'
import { button, click, render } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { UploadButtons } from '../pages/upload-menu.tsx'

test('an empty folder offers uploads and its incomplete uploads', async () => {
  startTestSession({ account: 'admin' })
  const pressed: string[] = []
  const note = (name: string) => () => void pressed.push(name)
  await render(
    <UploadButtons
      blocked={false}
      pick={{ files: note('files'), folder: note('folder') }}
      onIncomplete={note('incomplete')}
    />,
  )
  for (const name of ['Upload File', 'Upload Folder', 'Incomplete Uploads']) await click(button(name))
  assert.equal(pressed, ['files', 'folder', 'incomplete'])
})
