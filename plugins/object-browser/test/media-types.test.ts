import { assert, test } from '../../../test/lib/suite.ts'
import { sniff } from '../sniff.ts'
import { viewedAs } from '../pages/preview/media-types.ts'

const seen = (start: string, path: string) => viewedAs(sniff(Buffer.from(start, 'latin1')), path)

test('a viewer is chosen by the first bytes, not by the name', () => {
  assert.equal(seen('%PDF-1.7\n', 'notes.txt'), { types: ['application/pdf'], extension: '' })
  assert.equal(seen('PAR1\x15\x04', 'data'), { types: ['application/vnd.apache.parquet'], extension: '' })
  assert.equal(seen('\x89PNG\r\n\x1a\n', 'x.ipynb'), { types: ['image/png'], extension: '' })
})

test('the name of a text, an archive or unknown bytes may add a type', () => {
  assert.equal(seen('# Title', 'notes.MD'), { types: ['text/plain', 'text/markdown'], extension: 'md' })
  assert.equal(seen('PK\x03\x04', 'letter.odt'), {
    types: ['application/zip', 'application/vnd.oasis.opendocument.text'],
    extension: 'odt',
  })
})

test('a name does not add a type that the first bytes would show', () => {
  for (const name of ['x.pdf', 'x.parquet', 'x.png', 'x.zip'])
    assert.equal(seen('only text', name).types, ['text/plain'], name)
})
