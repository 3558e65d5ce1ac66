import { assert, test } from '../lib/suite.ts'
import { toCsv, toJson } from '../../ui/table-file.ts'

const file = {
  titles: ['Name', 'Size'],
  values: [
    ['plain', 1024],
    ['with "quotes", and\na line', undefined],
    ['=HYPERLINK("x")', 0],
  ],
}

test('a CSV file quotes where necessary and escapes formulas', () => {
  assert.is(
    toCsv(file),
    ['Name,Size', 'plain,1024', '"with ""quotes"", and\na line",', `"'=HYPERLINK(""x"")",0`, ''].join('\r\n'),
  )
})

test('a JSON file has exact names, numbers as numbers, and omits missing values', () => {
  assert.equal(JSON.parse(toJson(file)), [
    { Name: 'plain', Size: 1024 },
    { Name: 'with "quotes", and\na line' },
    { Name: '=HYPERLINK("x")', Size: 0 },
  ])
})
