import { act } from 'react'
import { navigate } from '../../../core/web/location.ts'
import { find, render } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import type { Section } from '../contract.ts'
import { Contents } from '../pages/contents.tsx'

const section = (key: string, title: string): Section => ({
  key,
  title,
  group: 'Data',
  description: '',
  multipleTargets: false,
  dynamic: false,
  canDisable: false,
  settings: [],
})

test('screen readers announce how many sections a search finds', async () => {
  startTestSession({ features: ['configuration'], plugins: ['settings'] })
  const search = (text: string) => act(async () => navigate(`/settings?search=${text}`, { force: true }))
  await search('')
  await render(<Contents sections={[section('site', 'Site'), section('scanner', 'Scanner')]} current={undefined} />)
  const status = find('[role=status]')
  assert.is(status.textContent, '')
  await search('site')
  assert.is(status.textContent, '1 section found')
  await search('zzzz')
  assert.is(status.textContent, 'No setting matches "zzzz"')
})
