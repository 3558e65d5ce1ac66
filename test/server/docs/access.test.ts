import { assert, suite } from '../../lib/suite.ts'
import { isCall } from '../../../server/routes.ts'
import { core } from '../../../core/protocol/calls.ts'
import { risks } from '../../../plugins/policies/pages/risks.ts'
import { plugins } from '../../lib/plugins-of-server.ts'
import { codesOf, readDocument, rowsOf, sectionOf } from '../../lib/documents.ts'

const test = suite('rights and calls in the documents')

test("the documented rights equivalent to all rights match the policy editor's list", () => {
  const section = sectionOf(readDocument('docs/access-control.md'), 'Rights equivalent to all rights')
  assert.equal(
    rowsOf(section).map(([right = '']) => codesOf(right).join()),
    risks.map(({ action }) => action),
  )
})

/** A call as `GET /api/v1/users/{}`: names of parameters differ between the documents and the contracts. */
const shapeOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}|:\w+/g, '{}')}`

const shapes = new Set(
  [...Object.values(core), ...plugins.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint))]
    .filter(isCall)
    .map(({ method, path }) => shapeOf(method, path)),
)

const calls = rowsOf(sectionOf(readDocument('docs/former-console.md'), 'Calls that are left out'))

const callsIn = (cell: string) =>
  codesOf(cell).map((code) => {
    const [method = '', path = ''] = code.split(' ')
    return shapeOf(method, `/api/v1${path}`)
  })

test('calls documented as omitted do not exist', () => {
  assert.ok(calls.length > 0)
  assert.equal(
    calls.flatMap(([call = '']) => callsIn(call)).filter((shape) => shapes.has(shape)),
    [],
  )
})

test('calls documented as alternatives exist', () => {
  const others = new Set(['PUT /api/v1/configs/{}'])
  assert.equal(
    calls
      .flatMap(([, alternative = '']) => callsIn(alternative))
      .filter((shape) => !shapes.has(shape) && !others.has(shape)),
    [],
  )
})

test('the README lists exactly the plugins that exist', () => {
  const listed = codesOf(sectionOf(readDocument('README.md'), 'Plugins')).filter((code) => /^[a-z-]+$/.test(code))
  assert.equal(listed.sort(), plugins.map(({ id }) => id).sort())
})
