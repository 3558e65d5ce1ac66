import { assert, test } from '../../../test/lib/suite.ts'
import { find, render } from '../../../test/lib/react.tsx'
import { TransferRow } from '../transfers/rows.tsx'

const textOf = async (size: number) => {
  const shared = { id: 1, kind: 'task', bucket: 'photos', key: 'summer/', rate: 0, state: 'running' } as const
  const transfer = { ...shared, size, sent: 6000, verbs: ['Copying to backup', 'Copied to backup'] as const }
  await render(<TransferRow transfer={transfer} rowProps={{}} />)
  return find('li').textContent
}

test('a running task names how many of its objects are done', async () => {
  assert.match(await textOf(10_000), /Copying to backup · 6,000 of 10,000 objects/)
})

test('a running task whose number of objects is unknown names those that are done', async () => {
  assert.match(await textOf(0), /Copying to backup · 6,000 objects/)
})
