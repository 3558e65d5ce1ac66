import { act } from 'react'
import { assert, test } from '../lib/suite.ts'
import { startFakeServer } from '../core/fake-server.ts'
import { button, click, find, findAll, press, render, until } from '../lib/react.tsx'
import { currentLocation, navigate } from '../../core/web/location.ts'
import { credentialsFile, NewKeys } from '../../ui/new-keys.tsx'

test('credentials.json contains a console list of access_key and secret_key with any characters', () => {
  const keys = { accessKey: 'REPORTING-RO', secretKey: '"+/\\ü' }
  assert.equal(JSON.parse(credentialsFile([keys])), { console: [{ access_key: 'REPORTING-RO', secret_key: '"+/\\ü' }] })
})

test('new keys ask before they are lost, until the secret key was downloaded', async () => {
  let closed = 0
  const keys = [{ accessKey: 'ANA', secretKey: 'secret-of-ana' }]
  await render(<NewKeys title="User Created" keys={keys} onClose={() => (closed += 1)} />)
  await press('Escape')
  assert.match(find('[role=alert]').textContent, 'Close without the secret key? It cannot be shown again.')
  await click(button('Keep Open'))
  await click(button('Download'))
  assert.is(closed, 0)
  await press('Escape')
  await until(() => assert.is(closed, 1))
})

test('a question is withdrawn once nothing would be lost, and the page is not left', async () => {
  await startFakeServer(() => undefined)
  const keys = [{ accessKey: 'ANA', secretKey: 'secret-of-ana' }]
  const { again } = await render(<NewKeys title="User Created" keys={keys} onClose={() => undefined} />)
  const { path } = currentLocation()
  let left: unknown = 'not answered'
  await act(async () => void Promise.resolve(navigate('/elsewhere')).then(() => (left = currentLocation().path)))
  assert.match(find('[role=alert]').textContent, 'Close without the secret key?')
  await act(async () => again(<NewKeys title="User Created" keys={[]} onClose={() => undefined} />))
  await until(() => assert.is(left, path))
  assert.equal(findAll('[role=alert]'), [])
})
