import { act } from 'react'
import { assert, suite } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import type { NewTenant } from '../create/payload.ts'
import { type Creation, useCreate } from '../pages/create/use-create.ts'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { render, until } from '../../../test/lib/react.tsx'

const test = suite('creating a tenant after a failed attempt')

const stopped = {
  message: 'The tenant harbour could not be created',
  parts: [
    { kind: 'Secret', name: 'harbour-user-0', uid: 'uid-1', state: 'exists' },
    { kind: 'Tenant', name: 'harbour', state: 'failed' },
  ],
}

const useFailedAttempt = async () => {
  const requests: ReceivedRequest[] = []
  await startFakeServer((sent) => {
    requests.push(sent)
    if (sent.url.endsWith('/remains')) return { body: { left: [] } }
    const parts = sent.body.includes('harbour') ? stopped.parts : stopped.parts.slice(1)
    return { body: { console: null, stopped: { ...stopped, parts } } }
  })
  let name = 'harbour'
  let creation: Creation | undefined
  const Reader = () => {
    creation = useCreate(() => ({ body: { name, namespace: 'port', pools: [] } as unknown as NewTenant }))
    return <ConfirmDialogs />
  }
  await render(<Reader />)
  await act(() => creation!.make())
  await until(() => assert.is(creation?.left?.parts.length, 2))
  return { requests, creation: () => creation!, rename: (next: string) => void (name = next) }
}

test('secrets of the failed attempt are cleaned up also after the name was changed', async () => {
  const { requests, creation, rename } = await useFailedAttempt()
  rename('wharf')
  await act(() => creation().clean())
  await until(() => assert.is(creation().left, undefined))
  assert.match(requests.at(-1)?.url ?? '', '/namespaces/port/tenants/harbour/remains')
  assert.match(requests.at(-1)?.body ?? '', 'uid-1')
})

test('a failed attempt under another name without secrets leaves those of the first to clean up', async () => {
  const { creation, rename } = await useFailedAttempt()
  rename('wharf')
  await act(() => creation().check())
  assert.equal([creation().stopped?.parts.length, creation().left?.name], [1, 'harbour'])
})
