import { act } from 'react'
import { navigate } from '../../../core/web/location.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { changesSaved } from '../messages.ts'
import { openServedConsole } from '../../../test/lib/served-console.tsx'
import type { Send } from '../../../test/server/host.ts'
import { button, field, find, until } from '../../../test/lib/react.tsx'
import { fill, pressButton, pressDialogButton, sending } from '../../../test/lib/undo.tsx'

const documentOf = (action: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: [action], Resource: ['arn:aws:s3:::*'] }],
  })
/** Saves the policy as another administrator. */
const save = (root: Send, action: string) =>
  act(() => sending(['POST', '/api/v1/policies', { name: 'team', policy: documentOf(action) }])(root))

const readStored = async (root: Send) =>
  (await act(async () => root('GET', '/api/v1/policy?name=team'))).json<{ policy: string }>().policy

const assertShown = (message: string) => until(() => assert.ok(document.body.textContent?.includes(message)))

test('an edit of a policy that someone else has changed is refused, and not lost', async () => {
  const { root } = await openServedConsole('/policies')
  await save(root, 's3:GetObject')
  await act(async () => navigate('/policies/team?tab=json', { force: true }))
  for (const action of ['s3:PutObject', 's3:DeleteObject']) {
    await fill('Policy document', documentOf(action))
    await pressButton('Save')
    await assertShown(changesSaved)
    assert.match(await readStored(root), new RegExp(action))
  }
  await save(root, 's3:ListBucket')
  await fill('Policy document', documentOf('s3:GetObjectTagging'))
  await pressButton('Save')
  await assertShown('This policy was changed by someone else.')
  assert.match(await readStored(root), /ListBucket/)
  assert.match((field('Policy document') as HTMLTextAreaElement).value, /GetObjectTagging/)
})

test('a new policy does not replace one that was created meanwhile', async () => {
  const { root } = await openServedConsole('/policies?create=1')
  await fill('Policy Name', 'team')
  await save(root, 's3:DeleteObject')
  await pressDialogButton('Save')
  await assertShown('A policy with this name already exists.')
  assert.match(await readStored(root), /DeleteObject/)
})

test('a policy is not marked as edited after changes of another one were discarded', async () => {
  await openServedConsole('/policies/readonly?tab=json')
  await fill('Policy document', documentOf('s3:PutObject'))
  await until(() => assert.match(find('header').textContent, 'Edited'))
  await act(async () => navigate('/policies/readwrite', { force: true }))
  await until(() => assert.match(find('header').textContent, 'readwrite'))
  await until(() => button('Delete Policy'))
  assert.not.match(find('header').textContent, 'Edited')
})
