import { useEffect } from 'react'
import { assert, test } from '../../../test/lib/suite.ts'
import { GROUPS_AT_ONCE } from '../contract.ts'
import { type DetailsOfGroups, useGroupDetails } from '../pages/use-group-details.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { render, until } from '../../../test/lib/react.tsx'

const names = Array.from({ length: GROUPS_AT_ONCE * 2 + 1 }, (_, number) => `group-${number}`)
const last = names.at(-1) as string

let details: DetailsOfGroups | undefined
const Reader = ({ seen }: { seen: string }) => {
  details = useGroupDetails(names, true)
  const prefer = details?.prefer
  useEffect(() => prefer?.(seen), [prefer, seen])
  return null
}

const groupsIn = (body: string) => (JSON.parse(body) as { groups: string[] }).groups

test('details of visible groups are loaded first, in any position of the list', async () => {
  const line = await startFakeServer(({ body }) => ({
    body: groupsIn(body).map((name) => ({ name, members: 1, policies: [], status: 'enabled' })),
  }))
  await render(<Reader seen={last} />)
  await until(() => assert.is(details?.state, 'loaded'))
  const requestedGroups = line.sent.map(({ body }) => groupsIn(body))
  assert.is(requestedGroups[0]?.[0], last)
  assert.equal(requestedGroups.flat().toSorted(), names.toSorted())
  assert.is(details?.get(names[0] as string)?.members, 1)
})

test('details that could not be loaded are unknown, not none', async () => {
  await startFakeServer(() => ({ status: 500, body: { code: 500, message: 'no' } }))
  await render(<Reader seen={last} />)
  await until(() => assert.is(details?.state, 'failed'))
  assert.is(details?.get(last), undefined)
})
