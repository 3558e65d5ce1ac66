import type { JsonToken } from './json.ts'

type YamlToken = Omit<JsonToken, 'line'>

const KEY_LINE =
  /^(\s*(?:-\s+)*)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'[\]{}&*!|>%@`,-][^#:]*?|-?[^\s#"'[\]{}&*!|>%@`,:-][^#:]*?)(\s*:)(?=\s|$)/

const kindOf = (value: string): YamlToken['kind'] => {
  if (/^(true|false|null|~)$/i.test(value)) return 'word'
  if (/^[-+]?(\d[\d_]*(\.\d*)?([eE][-+]?\d+)?|0x[\da-f]+)$/i.test(value)) return 'number'
  return /^[|>&*!{}[\]-]/.test(value) ? 'mark' : 'string'
}

const valueTokens = (text: string): YamlToken[] => {
  const [, space = '', value = '', comment = ''] = /^(\s*)(.*?)((?:^|\s+)#.*|\s*)$/.exec(text) ?? []
  const tokens: YamlToken[] = [
    { kind: 'space', text: space },
    { kind: kindOf(value), text: value },
    { kind: comment.trim() ? 'comment' : 'space', text: comment },
  ]
  return tokens.filter((token) => token.text !== '')
}

/** Splits YAML in block style into tokens, by line, that concatenate to the same text. */
export const yamlTokens = (text: string): YamlToken[][] => {
  /** Column of the key whose block scalar the lines belong to. */
  let scalar: number | undefined
  return text.split('\n').map((line) => {
    const indent = line.search(/\S/)
    if (scalar !== undefined && (indent < 0 || indent > scalar)) return [{ kind: 'string', text: line }]
    scalar = undefined
    if (/^\s*(#|---|$)/.test(line)) return line === '' ? [] : [{ kind: 'comment', text: line }]
    const [match = '', indentation = '', key = '', colon = ''] = KEY_LINE.exec(line) ?? []
    const value = line.slice(match.length)
    if (/^\s+[|>][-+\d]*\s*(#.*)?$/.test(value)) scalar = indentation.length
    if (match === '') {
      const dashes = /^\s*(?:-\s+)*/.exec(line)?.[0] ?? ''
      return [{ kind: 'mark' as const, text: dashes }, ...valueTokens(line.slice(dashes.length))].filter(
        (one) => one.text,
      )
    }
    const tokens: YamlToken[] = [
      { kind: 'mark', text: indentation },
      { kind: 'key', text: key },
      { kind: 'mark', text: colon },
      ...valueTokens(value),
    ]
    return tokens.filter((one) => one.text !== '')
  })
}
