import { readFileSync } from 'node:fs'
import { assert, test } from '../lib/suite.ts'
import type { Schema } from '../../engines/kubernetes/demo/schema.ts'
import { type Release, tenantSpecSchema } from '../../engines/kubernetes/demo/tenant-fields.ts'

/** The table's releases by their numbers in definitions. */
const releases: Readonly<Record<string, Release>> = {
  '4.0.0': '4.0',
  '4.3.0': '4.3',
  '4.4.28': '4.4',
  '4.5.8': '4.5',
  '6.0.4': '6.0',
  '7.1.1': '7.1',
}
const order = Object.keys(releases)

const table = readFileSync('test/engines/tenant-fields.txt', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, path = '', type = '', own, since = '', until = since] =
      /^(\S+) (\w+)( \*)? ([\d.]+)(?: - ([\d.]+))?$/.exec(line) ?? []
    const known = order.slice(order.indexOf(since), order.indexOf(until) + 1)
    return { path, type: `${type}${own ?? ''}`, known }
  })

/** Fields of a schema by their paths, down to texts, numbers, booleans, maps and Kubernetes' own types. */
const fieldsOf = (schema: Schema, path = ''): string[] => {
  const { type = '', properties, items } = schema
  const isOwn = (one: Schema | undefined) => one?.['x-kubernetes-preserve-unknown-fields'] === true
  if (isOwn(schema) || isOwn(items)) return [`${path} ${type} *`]
  if (items) return fieldsOf(items, `${path}[]`)
  if (!properties) return [`${path} ${type}`]
  return Object.entries(properties).flatMap(([name, one]) => fieldsOf(one, path === '' ? name : `${path}.${name}`))
}

test('the table lists each field of six releases', () => {
  // one of them changed its type
  assert.is(table.length, 159)
  assert.equal(
    table.filter(({ path, known }) => path === '' || known.length === 0),
    [],
  )
})

for (const [number, release] of Object.entries(releases))
  test(`tenants have exactly the fields of operator ${number}`, () => {
    assert.equal(
      fieldsOf(tenantSpecSchema(release)).sort(),
      table
        .filter(({ known }) => known.includes(number))
        .map(({ path, type }) => `${path} ${type}`)
        .sort(),
    )
  })
