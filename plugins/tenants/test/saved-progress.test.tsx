import { assert, suite } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { session } from '../../../core/web/session.ts'
import { rowOf } from '../create/row-texts.ts'
import { steps } from '../create/steps.ts'
import { type Progress, useSaveProgress, useSavedProgress } from '../pages/create/saved-progress.ts'
import { withoutSecrets } from '../pages/create/secrets.ts'
import type { InitialValues } from '../pages/create/use-steps.ts'
import { render, unmount } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const test = suite('wizard progress after a session ends')
test.before.each(() => window.sessionStorage.clear())

const signIn = (account: string) => {
  startTestSession({ operator: true, account, password: 'operator' })
}

const answers: InitialValues = {
  setup: { name: 'wharf', servers: 4, parity: 'EC:3' },
  images: { own: true, registry: 'r.example', password: 'typed-registry' },
  identity: { kind: 'keys', keys: [rowOf('first-admin', 'typed-first')] },
  security: { custom: true, pairs: [rowOf('certificate', 'typed-key')], cas: [rowOf('authority')] },
  encryption: {
    on: true,
    provider: 'vault',
    endpoint: 'https://vault',
    role_id: 'typed-role',
    role_secret: 'typed-vault',
  },
}

const Saver = () => {
  useSaveProgress({ answers, step: 'identity' })
  return null
}

test('an abandoned form is restored once, without secrets, for the same account', async () => {
  signIn('ana')
  await render(<Saver />)
  session.state = 'out'
  session.endReason = 'refused'
  await unmount()
  const text = window.sessionStorage.getItem('tenant-wizard') ?? ''
  assert.not.match(text, /typed/)
  // a page loaded for the first time knows only what the tab stored
  const restored: (Progress | undefined)[] = []
  const Reader = () => {
    restored.push(useSavedProgress())
    return null
  }
  signIn('ben')
  await render(<Reader />)
  assert.is(restored.pop(), undefined, 'it belongs to another account')
  await unmount()
  assert.is(window.sessionStorage.getItem('tenant-wizard'), null)

  window.sessionStorage.setItem('tenant-wizard', text)
  signIn('ana')
  await render(<Reader />)
  const progress = restored.pop()
  assert.equal(
    [progress?.step, progress?.reenter],
    [
      'identity',
      ['images.password', 'identity.keys', 'security.pairs', 'encryption.role_id', 'encryption.role_secret'],
    ],
  )
  assert.equal(progress?.answers.setup, answers.setup)
  assert.equal(progress?.answers.identity?.keys, [rowOf('first-admin', '')])
  assert.equal(progress?.answers.security, {
    custom: true,
    pairs: [rowOf('certificate', '')],
    cas: [rowOf('authority')],
  })
  assert.equal(progress?.answers.encryption, { on: true, provider: 'vault', endpoint: 'https://vault' })
  await unmount()
  await render(<Reader />)
  assert.is(restored.pop(), undefined, 'it is restored once')
})

test('a form stored by another version of the console is discarded', async () => {
  window.sessionStorage.setItem(
    'tenant-wizard',
    JSON.stringify({ account: 'ana', step: 'gone', reenter: [], answers: {} }),
  )
  signIn('ana')
  const restored: (Progress | undefined)[] = []
  const Reader = () => {
    restored.push(useSavedProgress())
    return null
  }
  await render(<Reader />)
  assert.equal(restored, [undefined])
})

type Entry = v.GenericSchema & { wrapped?: Entry }
const isSecret = (entry: Entry): boolean =>
  v.getMetadata(entry).control === 'secret' || (entry.wrapped !== undefined && isSecret(entry.wrapped))

test('no field that the wizard masks is ever stored', () => {
  const all = Object.entries(steps).flatMap(([step, { entries }]) =>
    Object.entries(entries as Record<string, Entry>).flatMap(([name, entry]) =>
      isSecret(entry) ? [{ step, name }] : [],
    ),
  )
  assert.ok(all.length >= 7, String(all.length))
  for (const { step, name } of all)
    assert.equal(
      withoutSecrets({ [step]: { [name]: 'typed' } }),
      { answers: { [step]: {} }, reenter: [`${step}.${name}`] },
      `${step}.${name}`,
    )
  for (const name of ['private_key', 'mtls_key', 'server_key', 'client_key'])
    assert.equal(withoutSecrets({ encryption: { [name]: 'typed' } }).answers, { encryption: {} }, name)
})
