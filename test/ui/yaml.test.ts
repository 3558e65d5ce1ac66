import { assert, test } from '../lib/suite.ts'
import { yamlTokens } from '../../ui/yaml.ts'

const text = `# a comment
apiVersion: minio.min.io/v2
metadata:
  name: "store: 1" # why
  labels: {a: b}
spec:
  pools:
  - name: pool-0
    servers: 4
    ready: true
  - - nested
  script: |
    if: not a key

    fi
  url: https://example.com/#a
`

const kinds = (line: number) =>
  yamlTokens(text)
    [line - 1]?.filter(({ text: piece }) => piece.trim())
    .map(({ kind, text: piece }) => `${kind} ${piece.trim()}`)

test('the tokens of a text concatenate to it', () => {
  const joined = yamlTokens(text).map((line) => line.map((token) => token.text).join(''))
  assert.is(joined.join('\n'), text)
  for (const odd of ['', ':', '- ', 'a:b', '"open', '? x', '\t- a: b', '- - - x: y', "'a': 'it''s'"])
    assert.is(
      yamlTokens(odd)
        .flatMap((line) => line.map((token) => token.text))
        .join(''),
      odd,
    )
})

test('keys, values and comments have different kinds', () => {
  assert.equal(kinds(1), ['comment # a comment'])
  assert.equal(kinds(2), ['key apiVersion', 'mark :', 'string minio.min.io/v2'])
  assert.equal(kinds(4), ['key name', 'mark :', 'string "store: 1"', 'comment # why'])
  assert.equal(kinds(8), ['mark -', 'key name', 'mark :', 'string pool-0'])
  assert.equal(kinds(9), ['key servers', 'mark :', 'number 4'])
  assert.equal(kinds(10), ['key ready', 'mark :', 'word true'])
  assert.equal(kinds(13), ['string if: not a key'])
  assert.equal(kinds(16), ['key url', 'mark :', 'string https://example.com/#a'])
})
