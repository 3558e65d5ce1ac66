import { act } from 'react'
import { assert, suite } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import * as v from 'valibot'
import { Form } from '../../../ui/form.tsx'
import type { FieldOptions } from '../../../ui/use-form.ts'
import { Credentials } from '../pages/create/credentials.tsx'
import { renderCas, renderNodeLabels, renderKeyPairs, renderUsers } from '../pages/create/lists.tsx'
import { rowOf } from '../create/row-texts.ts'
import { steps } from '../create/steps.ts'
import { button, click, field, find, findAll, render, type, until } from '../../../test/lib/react.tsx'

const test = suite('the lists of the wizard')

type Lists = { identity: 'keys'; security: 'pairs' | 'cas'; placement: 'labels' }
type Draw = NonNullable<FieldOptions<object>['render']>

/** Renders one list of a step; `sent` is the submitted value of the form. */
const renderList = async <Step extends keyof Lists>(step: Step, name: Lists[Step], render_: Draw, rows?: string[]) => {
  const sent: unknown[] = []
  const entries: Record<string, v.GenericSchema> = steps[step].entries
  const schema = v.object({ [name]: entries[name] ?? v.never() })
  await render(
    <Form
      id="list"
      schema={schema}
      {...(rows && { initial: { [name]: rows } })}
      fields={{ [name]: { render: render_ } }}
      verb="Send"
      onSubmit={(value) => void sent.push((value as Record<string, unknown>)[name])}
    />,
  )
  return sent
}
const labels = () => findAll('label').map((label) => label.textContent?.trim())
const removers = () => findAll('button').filter((one) => one.getAttribute('aria-label')?.startsWith('Remove')).length
const choose = async (name: string, file: File) => {
  const input = find(`input[type=file][aria-label="${name} file"]`) as HTMLInputElement
  Object.defineProperty(input, 'files', { configurable: true, value: [file] })
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
}
const send = () => click(button('Send'))

test('users are added with random keys, and removed while more than one remains', async () => {
  const sent = await renderList('identity', 'keys', renderUsers, [rowOf('harbour-admin', 'secret-0123')])
  assert.is(removers(), 0, 'the last one cannot be removed')
  await click(button('Add User'))
  assert.equal(labels(), ['Access Key 1', 'Secret Key 1', 'Access Key 2', 'Secret Key 2'])
  await send()
  assert.equal(sent, [], 'a user without keys is not sent')
  assert.is(field('Access Key 2').getAttribute('aria-invalid'), 'true')
  assert.is(field('Access Key 1').getAttribute('aria-invalid'), null, 'only invalid rows show a problem')
  await click(button('Randomize Credentials 2'))
  const [access, secret] = ['Access Key 2', 'Secret Key 2'].map((name) => (field(name) as HTMLInputElement).value)
  assert.equal([access?.length, secret?.length], [16, 32])
  await send()
  assert.equal(sent.at(-1), [
    { access_key: 'harbour-admin', secret_key: 'secret-0123' },
    { access_key: access, secret_key: secret },
  ])
  await click(button('Remove Access Key 1'))
  assert.is(removers(), 0)
  await send()
  assert.equal(sent.at(-1), [{ access_key: access, secret_key: secret }])
})

test('a list accepts no more rows than the call does', async () => {
  await renderList(
    'security',
    'cas',
    renderCas,
    Array.from({ length: 16 }, () => ''),
  )
  assert.is(button('Add More CA Certificates').getAttribute('aria-disabled'), 'true')
  await click(button('Remove CA Certificate 16'))
  assert.is(button('Add More CA Certificates').getAttribute('aria-disabled'), null)
})

test('certificates and keys are pasted or chosen as files, and only complete pairs are sent', async () => {
  const sent = await renderList('security', 'pairs', renderKeyPairs)
  await send()
  assert.equal(sent.at(-1), [], 'the list may be empty')
  assert.is(find('input[type=file]').getAttribute('accept'), '.cer,.crt,.cert,.pem')
  await choose('Certificate', new File(['-----BEGIN CERTIFICATE-----\nA'], 'tls.CRT'))
  await until(() => assert.match((field('Certificate') as HTMLInputElement).value, /BEGIN CERTIFICATE/))
  await send()
  assert.match(document.body.textContent ?? '', /Add both a certificate and its key/)
  await choose('Key', new File(['-----BEGIN PRIVATE KEY-----'], 'tls.crt'))
  assert.match(document.body.textContent ?? '', /Choose a file that ends with .key, .pem/)
  await choose('Key', new File(['\x30\x82'], 'tls.key'))
  await until(() => assert.match(document.body.textContent ?? '', /Choose a file in PEM of at most 96 KiB/))
  await type(field('Key'), '-----BEGIN PRIVATE KEY-----')
  await click(button('Add More Certificates'))
  await send()
  assert.equal(sent.at(-1), [['-----BEGIN CERTIFICATE-----\nA', '-----BEGIN PRIVATE KEY-----']])
})

test('labels are selected from those of the nodes', async () => {
  const sent = await renderList(
    'placement',
    'labels',
    renderNodeLabels({ zone: ['a', 'b'], disk: ['ssd'], 'control-plane': [''] }),
  )
  await send()
  assert.equal(sent, [])
  assert.match(document.body.textContent ?? '', /Field cannot be empty|You need to add at least one label key-pair/)
  assert.equal(pluck(findAll('option:not([disabled])', field('Key')), 'textContent'), ['disk', 'zone'])
  await type(field('Key'), 'zone')
  await type(field('Value'), 'b')
  await click(button('Add Label'))
  await type(field('Key 2'), 'disk')
  await send()
  assert.equal(
    sent.at(-1),
    [
      { key: 'zone', value: 'b' },
      { key: 'disk', value: 'ssd' },
    ],
    'the only value is selected',
  )
})

test('labels are typed if those of the nodes are unknown', async () => {
  const sent = await renderList('placement', 'labels', renderNodeLabels(undefined))
  await type(field('Key'), 'example.com/disk')
  await type(field('Value'), 'a=b')
  await send()
  assert.equal(sent, [])
  assert.is(field('Value').getAttribute('aria-invalid'), 'true')
  await type(field('Value'), 'ssd')
  await send()
  assert.equal(sent.at(-1), [{ key: 'example.com/disk', value: 'ssd' }])
})

test('the keys of several users are distinguishable', async () => {
  const user = (name: string) => ({ access_key: `${name}-access`, secret_key: `${name}-secret` })
  await render(<Credentials created={{ console: [user('one'), user('two')] }} onClose={() => undefined} />)
  for (const name of ['access key 1', 'secret key 1', 'access key 2', 'secret key 2']) button(`Copy ${name}`)
})
