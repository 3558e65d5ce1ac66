import { assert, test } from '../../../test/lib/suite.ts'
import { encodingOf, sniff } from '../sniff.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const kind = (text: string) => sniff(latin(text)).kind

test('a file type is detected by its first bytes, and never one that runs scripts', () => {
  assert.equal(sniff(latin('\x89PNG\r\n\x1a\n...')), { kind: 'image', type: 'image/png' })
  const files: Readonly<Record<string, readonly string[]>> = {
    image: ['GIF89a\x03\0\x02\0', 'RIFF\x24\0\0\0WEBPVP8 ', '\xff\xd8\xff\xe0', '\0\0\0\x1cftypavif'],
    audio: ['ID3\x04\0\0\0', 'RIFF\x24\0\0\0WAVE', 'fLaC\0\0\0\x22', '\0\0\0\x1cftypM4A '],
    video: ['\0\0\0\x1cftypisom', '\x1aE\xdf\xa3', 'OggS\0\x02\0\0'],
    pdf: ['%PDF-1.7'],
    parquet: ['PAR1\x15\x04\x15'],
    zip: ['PK\x03\x04', 'PK\x05\x06'],
    bytes: ['\0\x01\x02'],
  }
  for (const [expected, heads] of Object.entries(files))
    for (const head of heads) assert.is(kind(head), expected, JSON.stringify(head))
  for (const text of [
    '<!doctype html><script>',
    '<svg xmlns="x">',
    '<?xml version="1.0"?>',
    '# Markdown',
    'alert(1)',
    '',
  ])
    assert.equal(sniff(Buffer.from(text)), { kind: 'text', type: 'text/plain; charset=utf-8' }, text)
})

test('a text that begins with the letters of a binary format is a text', () => {
  for (const text of [
    'PAR1,PAR2,PAR3\n1,2,3\n',
    'ID3;ID4\n1;2\n',
    'GIF89a is the name of a format',
    'the ftypes are listed here',
    'fLaC, OggS and the rest',
    'RIFF....WAVE is how a sound begins',
    'BM and more words',
  ])
    assert.is(kind(text), 'text', text)
})

test('the letters of a binary format are not sufficient if the next bytes do not fit it', () => {
  assert.is(kind('ID3;\0\0'), 'bytes')
  assert.is(kind('the ftyp\0\0\0\0'), 'bytes')
})

test('a HEIF image is no video with any brand', () => {
  for (const brand of ['heic', 'heix', 'heim', 'hevc', 'mif1', 'msf1'])
    assert.is(kind(`\0\0\0\x18ftyp${brand}`), 'bytes', brand)
})

test('a PDF is detected after a byte order mark, blank lines and printer commands', () => {
  for (const before of ['\xef\xbb\xbf', '\n', '\r\n\r\n', '\x1b%-12345X@PJL JOB\r\n', `${'x'.repeat(900)}\n`])
    assert.is(kind(`${before}%PDF-1.4\n`), 'pdf', JSON.stringify(before))
  assert.is(kind('A PDF begins with %PDF-1.4'), 'text')
  assert.is(kind(`${'x'.repeat(1100)}\n%PDF-1.4`), 'text')
})

test('the encoding of a text is given by its byte order mark or detected', () => {
  assert.is(sniff(latin('\xff\xfea\0')).type, 'text/plain; charset=utf-16le')
  assert.is(sniff(latin('Stadt;Gr\xf6\xdfe\nK\xf6ln;1,5\n')).type, 'text/plain; charset=windows-1252')
  // the last character of a chunk may be cut off
  assert.is(encodingOf(Buffer.from('naïve').subarray(0, 3)), 'utf-8')
  // one invalid byte among many valid ones is a damaged character, not another encoding
  assert.is(encodingOf(Buffer.concat([Buffer.from('Köln, Zürich, '), latin('\xf6')])), 'utf-8')
  assert.is(encodingOf(latin('\xe9t\xe9\0')), undefined)
  // Windows-1252 has no character at 0x81
  assert.is(encodingOf(latin('\xe9t\xe9\x81')), undefined)
})
