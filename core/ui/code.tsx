import { useDeferredValue, type ReactNode } from 'react'
import * as styles from './code.css.ts'
import { Field, useField } from './field.tsx'
import { jsonProblem, jsonTokens, type JsonToken } from './json.ts'

const byLine = (text: string): JsonToken[][] => {
  const lines: JsonToken[][] = [[]]
  for (const token of jsonTokens(text)) {
    token.text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push([])
      if (part) lines.at(-1)?.push({ ...token, text: part })
    })
  }
  return lines
}

const Lines = ({ text, wrong }: { text: string; wrong?: number | undefined }): ReactNode =>
  byLine(text).map((tokens, index) => (
    <div key={index} className={styles.line[index + 1 === wrong ? 'wrong' : 'right']}>
      <span className={styles.number} aria-hidden>
        {index + 1}
      </span>
      <span>
        {tokens.map((token, at) => (
          <span key={at} className={styles.token[token.kind]}>
            {token.text}
          </span>
        ))}
      </span>
    </div>
  ))

/** JSON to read, with line numbers and colours. */
export const Code = ({ text, label = 'JSON' }: { text: string; language: 'json'; label?: string }) => (
  <div className={styles.code} tabIndex={0} role="region" aria-label={label}>
    <pre className={styles.lines}>
      <Lines text={text} />
    </pre>
  </div>
)

type JsonEditorProps = {
  label: string
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  hint?: string | undefined
  /** What is wrong beyond the syntax, which the editor checks itself. */
  error?: string | undefined
  optional?: boolean | undefined
  /** How many lines it is high at least; it grows with its text up to 24. */
  rows?: number
}

type EditorProps = Pick<JsonEditorProps, 'value' | 'onChange' | 'onBlur'> & { wrong: number | undefined; rows: number }

const Editor = ({ value, onChange, onBlur, wrong, rows }: EditorProps) => {
  const coloured = useDeferredValue(value)
  return (
    <div className={styles.editor}>
      <div className={styles.sheet}>
        <div className={styles.lines} aria-hidden>
          <Lines text={coloured} wrong={wrong} />
        </div>
        <textarea
          className={styles.input}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          rows={rows}
          value={value}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value)}
          {...useField()}
        />
      </div>
    </div>
  )
}

/** JSON to write: numbers its lines and tints the first wrong one, saying what was expected there. */
export const JsonEditor = ({ label, value, onChange, onBlur, hint, error, optional, rows = 8 }: JsonEditorProps) => {
  const problem = value.trim() ? jsonProblem(value) : undefined
  const message = problem ? `Line ${problem.line}: ${problem.message}.` : error
  return (
    <Field {...{ label, hint, optional }} error={message}>
      <Editor value={value} onChange={onChange} onBlur={onBlur} wrong={problem?.line} rows={rows} />
    </Field>
  )
}
