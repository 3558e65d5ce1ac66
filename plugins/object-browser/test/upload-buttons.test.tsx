import { assert, test } from '../../../test/lib/suite.ts'
import { button, click, findAll, menuItem, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { UploadButtons, UploadMenu } from '../pages/upload-menu.tsx'

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

test('an account that may only list incomplete uploads opens them from the menu and in an empty folder', async () => {
  startTestSession({ account: 'auditor' })
  const pressed: string[] = []
  const note = (name: string) => () => void pressed.push(name)
  const props = {
    blocked: 'You have no permission to upload',
    pick: { files: note('files'), folder: note('folder') },
    onIncomplete: note('incomplete'),
  }
  const { again } = await render(<UploadButtons {...props} />)
  assert.is(button('Upload').getAttribute('aria-disabled'), 'true')
  await click(button('Incomplete Uploads'))
  await again(<UploadMenu {...props} />)
  await click(button('Upload'))
  await until(() => assert.ok(findAll('[role=menuitem]').length > 0))
  for (const name of ['Upload File', 'Upload Folder']) await click(menuItem(name))
  await click(menuItem('Incomplete Uploads'))
  assert.equal(pressed, ['incomplete', 'incomplete'])
})

test('an account that may neither upload nor list incomplete uploads sees the reason only', async () => {
  startTestSession({ account: 'reader' })
  const props = { blocked: 'You have no permission to upload', pick: { files() {}, folder() {} } }
  await render(
    <>
      <UploadButtons {...props} onIncomplete={undefined} />
      <UploadMenu {...props} onIncomplete={undefined} />
    </>,
  )
  assert.equal(
    findAll('button').map((one) => [one.textContent, one.getAttribute('aria-disabled')]),
    [
      ['Upload', 'true'],
      ['Upload', 'true'],
    ],
  )
})
