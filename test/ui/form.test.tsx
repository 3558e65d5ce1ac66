import { assert, test } from '../lib/suite.ts'
import { closeAtEnd } from '../lib/close-at-end.ts'
import { pluck } from '../lib/pluck.ts'
import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import { Form } from '../../ui/form.tsx'
import { blur, button, click, field, find, findAll, render, type } from '../lib/react.tsx'

const Tier = v.object({
  name: v.pipe(
    v.string(),
    v.title('Name'),
    v.minLength(3, 'A name has at least 3 characters'),
    v.regex(/^[A-Z-]+$/, 'A name holds capital letters and dashes'),
  ),
  kind: v.pipe(v.picklist(['s3', 'azure']), v.title('Type'), v.metadata({ options: { s3: 'Amazon S3' } })),
  days: v.pipe(v.number(), v.title('Days'), v.minValue(1, 'At least 1 day')),
  secretKey: v.pipe(v.optional(v.string()), v.metadata({ control: 'secret' })),
  hosts: v.array(v.string()),
  locking: v.optional(v.boolean(), false),
})
type Tier = v.InferOutput<typeof Tier>

const error = (name: string) => {
  const note = field(name).getAttribute('aria-describedby')
  return field(name).getAttribute('aria-invalid') ? (document.getElementById(note ?? '')?.textContent ?? '') : ''
}

const renderForm = async (onSubmit: (tier: Tier) => void | Promise<void> = () => undefined) =>
  render(<Form id="tier" schema={Tier} verb="Add Tier" onSubmit={onSubmit} />)

const fill = async () => {
  await type(field('Name'), 'GLACIER-EU')
  await type(field('Type'), 's3')
  await type(field('Days'), '30')
}

test('labels, controls and choices come from the schema', async () => {
  await renderForm()
  assert.is(field('Name').tagName, 'INPUT')
  assert.is(field('Type').tagName, 'SELECT')
  assert.equal(pluck(findAll('option:not([disabled])'), 'textContent'), ['Amazon S3', 'Azure'])
  assert.is(find('label[for]', find('[data-field=secretKey]')).textContent, 'Secret key optional')
  assert.is(find('[data-field=secretKey] input').getAttribute('type'), 'password')
  assert.is(field('Locking').getAttribute('role'), 'switch')
})

test('a date has one accepted format, and is submitted once it is valid', async () => {
  const sent: unknown[] = []
  const Rule = v.object({ date: v.optional(v.pipe(v.string(), v.title('Date'), v.metadata({ control: 'date' }))) })
  await render(<Form id="rule" schema={Rule} verb="Save" onSubmit={(rule) => void sent.push(rule)} />)
  assert.is(field('Date optional').getAttribute('placeholder'), 'YYYY-MM-DD')
  assert.ok(button('Open the calendar of Date'))
  await type(field('Date optional'), '2026-02-30')
  await click(button('Save'))
  assert.is(error('Date optional'), 'Enter a date as YYYY-MM-DD')
  await type(field('Date optional'), '')
  await click(button('Save'))
  await type(field('Date optional'), '2026-11-21')
  await click(button('Save'))
  assert.equal(sent, [{}, { date: '2026-11-21' }])
})

test("a page's own error appears at its field after the schema's, and does not block submitting", async () => {
  const sent: unknown[] = []
  const Place = v.object({ place: v.pipe(v.string(), v.title('Place'), v.minLength(3, 'Enter at least 3 characters')) })
  await render(
    <Form
      id="place"
      schema={Place}
      initial={{ place: 'port' }}
      fields={{ place: { error: 'It is taken' } }}
      verb="Save"
      onSubmit={(place) => void sent.push(place)}
    />,
  )
  assert.is(error('Place'), 'It is taken')
  await click(button('Save'))
  assert.equal(sent, [{ place: 'port' }])
  await type(field('Place'), 'po')
  await blur(field('Place'))
  assert.is(error('Place'), 'Enter at least 3 characters')
})

test('a field is validated when left, and then while typing', async () => {
  await renderForm()
  await type(field('Name'), 'ab')
  assert.is(error('Name'), '', 'not while the first text is typed')
  await blur(field('Name'))
  assert.is(error('Name'), 'A name has at least 3 characters')
  await type(field('Name'), 'abc')
  assert.is(error('Name'), 'A name holds capital letters and dashes')
  await type(field('Name'), 'ABC')
  assert.is(error('Name'), '')
})

test('an untouched field is validated only on submit', async () => {
  await render(<Form id="tier" schema={Tier} initial={{ name: 'old' }} verb="Add Tier" onSubmit={() => undefined} />)
  await blur(field('Name'))
  await blur(field('Days'))
  assert.equal([error('Name'), error('Days')], ['', ''])
  await type(field('Name'), 'older')
  await blur(field('Name'))
  assert.is(error('Name'), 'A name holds capital letters and dashes')
  await type(field('Name'), 'old')
  await click(button('Add Tier'))
  assert.equal([error('Name'), error('Days')], ['A name holds capital letters and dashes', 'Enter a number'])
})

test('submitting shows every error, sends nothing and focuses the first invalid field', async () => {
  const sent: Tier[] = []
  await renderForm((tier) => void sent.push(tier))
  await type(field('Name'), 'GLACIER')
  await click(button('Add Tier'))
  assert.equal(sent, [])
  assert.is(error('Type'), 'Choose one')
  assert.is(error('Days'), 'Enter a number')
  assert.ok(document.activeElement === field('Type'))
})

test("the submitted value has the schema's types, without empty optional texts", async () => {
  const sent: Tier[] = []
  await renderForm((tier) => void sent.push(tier))
  await fill()
  await click(field('Locking'))
  await click(button('Add Tier'))
  assert.equal(sent, [{ name: 'GLACIER-EU', kind: 's3', days: 30, hosts: [], locking: true }])
})

test('an invalid or too small number is refused', async () => {
  await renderForm()
  await type(field('Days'), '3o')
  await blur(field('Days'))
  assert.is(error('Days'), 'Enter a number')
  await type(field('Days'), '0')
  assert.is(error('Days'), 'At least 1 day')
})

test('a disabled list can be read but not edited, and gives the reason', async () => {
  const schema = v.object({ hosts: v.array(v.string()) })
  await render(
    <Form
      id="hosts"
      schema={schema}
      initial={{ hosts: ['a.example'] }}
      fields={{ hosts: { disabled: () => 'Set by MINIO_HOSTS' } }}
      onSubmit={() => undefined}
    />,
  )
  const inputs = findAll('input') as HTMLInputElement[]
  assert.equal(
    inputs.map(({ value, disabled }) => [value, disabled]),
    [['a.example', true]],
  )
  assert.equal(findAll('button').length, 0, 'nothing removes an entry')
  assert.match(document.body.textContent, 'Set by MINIO_HOSTS')
})

test('a list adds a row once its last row is filled, and omits empty rows', async () => {
  const sent: Tier[] = []
  await renderForm((tier) => void sent.push(tier))
  const rows = () => findAll('[data-field=hosts] input')
  assert.is(rows().length, 1)
  await type(field('Hosts 1'), 'node-1')
  assert.is(rows().length, 2)
  await type(field('Hosts 2'), 'node-2')
  assert.is(rows().length, 3)
  await type(field('Hosts 2'), '')
  assert.is(rows().length, 2)
  await type(field('Hosts 2'), 'node-3')
  await click(button('Remove Hosts 1'))
  await fill()
  await click(button('Add Tier'))
  assert.equal(sent[0]?.hosts, ['node-3'])
})

test('an emptied row stays until it is left, and is not submitted', async () => {
  const sent: Tier[] = []
  await renderForm((tier) => void sent.push(tier))
  for (const at of [1, 2, 3]) await type(field(`Hosts ${at}`), `node-${at}`)
  const rows = () => findAll('[data-field=hosts] input').map((row) => (row as HTMLInputElement).value)
  await type(field('Hosts 2'), '')
  assert.equal(rows(), ['node-1', '', 'node-3', ''])
  await fill()
  await click(button('Add Tier'))
  assert.equal(sent[0]?.hosts, ['node-1', 'node-3'])
  await blur(field('Hosts 2'))
  assert.equal(rows(), ['node-1', 'node-3', ''])
})

/** Ids of the elements that are scrolled into view until the test ends; the text of those without an id. */
const observeScrolling = () => {
  const scrolledTo: string[] = []
  const scroll = Element.prototype.scrollIntoView
  Element.prototype.scrollIntoView = function () {
    scrolledTo.push(this.id || this.textContent)
  }
  closeAtEnd(() => {
    Element.prototype.scrollIntoView = scroll
  })
  return scrolledTo
}

test('a failure is scrolled into view, each time', async () => {
  const scrolledTo = observeScrolling()
  await renderForm(() => {
    throw new Failure(409, 'A tier of this name exists.')
  })
  await fill()
  await click(button('Add Tier'))
  await click(button('Add Tier'))
  assert.equal(scrolledTo, ['A tier of this name exists.', 'A tier of this name exists.'])
})

test('a failure appears above the fields, and a second press while submitting does nothing', async () => {
  let calls = 0
  let refuse: (failure: Failure) => void = () => undefined
  await renderForm(() => {
    calls += 1
    return new Promise((_, reject) => (refuse = reject))
  })
  await fill()
  await click(button('Add Tier'))
  assert.is(find('button[type=submit]').getAttribute('aria-busy'), 'true')
  await click(find('button[type=submit]'))
  assert.is(calls, 1)
  refuse(new Failure(409, 'A tier of this name exists.', { detail: 'TierAlreadyExists' }))
  await click(field('Name'))
  assert.match(find('[role=alert]').textContent, 'A tier of this name exists.')
  assert.is((field('Name') as HTMLInputElement).value, 'GLACIER-EU', 'what was typed is still there')
})

test('a field can depend on others: hidden, disabled with a reason, with choices from the page', async () => {
  const sent: unknown[] = []
  const schema = v.object({
    locking: v.pipe(v.boolean(), v.title('Object Locking')),
    versioning: v.pipe(v.boolean(), v.title('Versioning')),
    mode: v.pipe(v.optional(v.string()), v.title('Mode')),
  })
  await render(
    <Form
      id="bucket"
      schema={schema}
      initial={{ mode: 'governance' }}
      fields={{
        versioning: { disabled: ({ locking }) => locking === true && 'Object locking needs it' },
        mode: { visible: ({ locking }) => locking === true, options: [{ value: 'governance', label: 'Governance' }] },
      }}
      verb="Create"
      onSubmit={(value) => void sent.push(value)}
    />,
  )
  assert.is(findAll('[data-field=mode]').length, 0)
  await click(button('Create'))
  assert.equal(sent, [{ locking: false, versioning: false }], 'what is hidden is not sent')
  await click(field('Object Locking'))
  assert.is(find('[data-field=mode] select').tagName, 'SELECT')
  assert.is((field('Versioning') as HTMLInputElement).disabled, true)
  assert.match(find('[data-field=versioning]').textContent, 'Object locking needs it')
  await click(button('Create'))
  assert.equal(sent[1], { locking: true, versioning: false, mode: 'governance' })
})

test('a missing value of a hidden field is reported by the label of the field, where it can be seen', async () => {
  const hidden = { visible: () => false }
  const scrolledTo = observeScrolling()
  await render(<Form id="tier" schema={Tier} fields={{ days: hidden, kind: hidden }} verb="Save" onSubmit={() => {}} />)
  await type(field('Name'), 'GLACIER')
  await click(button('Save'))
  assert.match(find('[role=alert]').textContent, 'Type: Choose one Days: Enter a number')
  assert.equal(scrolledTo, ['tier'])
})

test('validation across fields shows its error at the field it names', async () => {
  const schema = v.pipe(
    v.object({ secret: v.pipe(v.string(), v.title('New')), again: v.pipe(v.string(), v.title('Again')) }),
    v.forward(
      v.partialCheck([['secret'], ['again']], ({ secret, again }) => secret === again, 'The two differ'),
      ['again'],
    ),
  )
  await render(<Form id="password" schema={schema} verb="Save" onSubmit={() => undefined} />)
  await type(field('New'), 'one')
  await type(field('Again'), 'two')
  await click(button('Save'))
  assert.is(error('Again'), 'The two differ')
  await type(field('Again'), 'one')
  assert.is(error('Again'), '')
})

const Written = v.object({ start: v.pipe(v.string(), v.title('Start')), text: v.pipe(v.string(), v.title('Text')) })

test('a control that fills in another field keeps its own value', async () => {
  let sent: unknown
  const both = {
    render: ({
      onChange,
      fill,
    }: {
      onChange: (value: string) => void
      fill: (name: 'text', value: string) => void
    }) => (
      <button
        type="button"
        onClick={() => {
          onChange('folder')
          fill('text', 'for a folder')
        }}
      >
        Begin
      </button>
    ),
  }
  await render(
    <Form
      id="written"
      schema={Written}
      fields={{ start: both }}
      verb="Save"
      onSubmit={(value) => void (sent = value)}
    />,
  )
  await click(button('Begin'))
  await click(button('Save'))
  assert.equal(sent, { start: 'folder', text: 'for a folder' })
})
