import {
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import * as styles from './code.css.ts'
import { Field, useField } from './field.tsx'
import { FindBar, type TextSearch, useTextSearch } from './text-search.tsx'
import { jsonProblem, jsonTokens, type JsonToken } from './json.ts'
import { yamlTokens } from './yaml.ts'

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

/** Line highlights by line number, starting at 1. */
export type LineHighlights = ReadonlyMap<number, 'marked' | 'warned'>

const none: LineHighlights = new Map()

type Token = { kind: JsonToken['kind'] | 'match' | 'current'; text: string }

/** Marks search matches, which may begin and end within tokens. */
const withMatches = (lines: Token[][], matches: TextSearch['matches'], current: number): Token[][] => {
  if (matches.length === 0) return lines
  let start = 0
  let next = 0
  return lines.map((tokens) => {
    const marked = tokens.flatMap((token): Token[] => {
      const end = start + token.text.length
      const pieces: Token[] = []
      let from = start
      for (let match = matches[next]; match && match.start < end; match = matches[next]) {
        const [first, last] = [Math.max(match.start, start), Math.min(match.end, end)]
        const kind = next === current ? 'current' : 'match'
        pieces.push({ ...token, text: token.text.slice(from - start, first - start) })
        pieces.push({ ...token, kind, text: token.text.slice(first - start, last - start) })
        from = last
        if (match.end > end) break
        next += 1
      }
      pieces.push({ ...token, text: token.text.slice(from - start) })
      start = end
      return pieces.filter(({ text }) => text !== '')
    })
    start += 1
    return marked
  })
}

const tokensOf = (text: string, language: 'json' | 'yaml'): Token[][] =>
  language === 'json' ? byLine(text) : yamlTokens(text)

const Lines = ({
  lines,
  errorLine,
  highlights = none,
}: {
  lines: Token[][]
  errorLine?: number | undefined
  highlights?: LineHighlights | undefined
}): ReactNode =>
  lines.map((tokens, index) => (
    <div
      key={index}
      className={styles.line[index + 1 === errorLine ? 'wrong' : (highlights.get(index + 1) ?? 'right')]}
    >
      <span className={styles.number} aria-hidden>
        {index + 1}
      </span>
      <span>
        {tokens.map((token, at) => (
          <span
            key={at}
            className={styles.token[token.kind]}
            {...(token.kind === 'current' && { 'data-current': true })}
          >
            {token.text}
          </span>
        ))}
      </span>
    </div>
  ))

/** Read-only JSON or YAML with line numbers and syntax highlighting. */
export const Code = ({
  text,
  language,
  label = 'JSON',
  highlights,
}: {
  text: string
  language: 'json' | 'yaml'
  label?: string
  highlights?: LineHighlights
}) => (
  <div className={styles.code} tabIndex={0} role="region" aria-label={label}>
    <pre className={styles.lines}>
      <Lines lines={tokensOf(text, language)} highlights={highlights} />
    </pre>
  </div>
)

type JsonEditorProps = {
  label: string
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  hint?: string | undefined
  /** Error beyond the syntax, which the editor checks itself. */
  error?: string | undefined
  optional?: boolean | undefined
  /** Minimum height in lines; it grows with its text up to 24. */
  rows?: number
  highlights?: LineHighlights | undefined
  /** Completions at the caret. */
  complete?: ((text: string, caret: number) => Completion | undefined) | undefined
  /** Called with the caret's position after a click. */
  onCaret?: ((place: number) => void) | undefined
}

/** Alternatives for a piece of the text. */
export type Completion = { from: number; to: number; options: readonly { value: string; hint?: string | undefined }[] }

/** Maximum number of completions shown. */
const MAX_OPTIONS = 8

type EditorProps = Pick<JsonEditorProps, 'value' | 'onChange' | 'onBlur' | 'highlights' | 'complete' | 'onCaret'> & {
  language?: 'json' | 'yaml'
  errorLine: number | undefined
  rows: number
  /** Search in the text, whose matches are highlighted. */
  search?: TextSearch
}

/** The completion list under the caret, and its key handling. */
const useCompletion = (value: string, onChange: (value: string) => void, complete: JsonEditorProps['complete']) => {
  const input = useRef<HTMLTextAreaElement>(null)
  const caretAfterChange = useRef<number>(undefined)
  const id = useId()
  const [caret, setCaret] = useState<number>()
  const [active, setActive] = useState(0)
  const completion = caret === undefined ? undefined : complete?.(value, caret)
  const options = completion?.options.slice(0, MAX_OPTIONS) ?? []
  useLayoutEffect(() => {
    if (caretAfterChange.current === undefined) return
    input.current?.setSelectionRange(caretAfterChange.current, caretAfterChange.current)
    caretAfterChange.current = undefined
  }, [value])
  const open = (at: number | undefined) => {
    setCaret(at)
    setActive(0)
  }
  const pick = (text: string) => {
    if (!completion) return
    caretAfterChange.current = completion.from + text.length
    onChange(value.slice(0, completion.from) + text + value.slice(completion.to))
    open(undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === ' ' && event.ctrlKey && complete) {
      event.preventDefault()
      return open(event.currentTarget.selectionStart)
    }
    const chosen = options[active]
    if (!chosen) return
    // the cursor or the focus leaves the place of the list
    if (/^(ArrowLeft|ArrowRight|Home|End|PageUp|PageDown)$/.test(event.key)) return open(undefined)
    if (event.key === 'Tab' && event.shiftKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && !['Enter', 'Tab', 'Escape'].includes(event.key)) return
    event.preventDefault()
    if (step !== undefined) return setActive((active + step + options.length) % options.length)
    if (event.key !== 'Escape') return pick(chosen.value)
    event.stopPropagation()
    open(undefined)
  }
  const before = value.slice(0, completion?.from ?? 0)
  const list = completion && options.length > 0 && (
    <div
      id={`${id}-list`}
      className={styles.completions}
      role="listbox"
      aria-label="Completions"
      style={{
        top: `calc(var(--space-3) + ${before.split('\n').length} * var(--size-icon-lg))`,
        left: `calc(var(--size-line-number) + ${before.length - before.lastIndexOf('\n') - 1} * 1ch)`,
      }}
      onPointerDown={(event) => event.preventDefault()}
    >
      {options.map((option, at) => (
        <div
          key={option.value}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          className={styles.completion[at === active ? 'active' : 'other']}
          onClick={() => pick(option.value)}
        >
          <span>{option.value}</span>
          {option.hint && <span className={styles.completionHint}>{option.hint}</span>}
        </div>
      ))}
    </div>
  )
  return {
    input,
    open,
    onKeyDown,
    list,
    described: list ? { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-${active}` } : {},
  }
}

const Editor = ({
  language = 'json',
  value,
  onChange,
  onBlur,
  errorLine,
  rows,
  highlights,
  complete,
  onCaret,
  search,
}: EditorProps) => {
  const deferredValue = useDeferredValue(value)
  const { input, open, onKeyDown, list, described: ariaProps } = useCompletion(value, onChange, complete)
  const element = useRef<HTMLDivElement>(null)
  const query = search?.query
  const match = search?.matches[search.at]
  useEffect(() => {
    if (!match) return
    // selects the match in the text, unless the text is being edited
    if (document.activeElement !== input.current) input.current?.setSelectionRange(match.start, match.end)
    element.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [query, match?.start])
  const tokens = useMemo(() => tokensOf(deferredValue, language), [deferredValue, language])
  const lines = withMatches(tokens, deferredValue === value ? (search?.matches ?? []) : [], search?.at ?? -1)
  return (
    <div ref={element} className={styles.editor}>
      <div className={styles.sheet}>
        <div className={styles.lines} aria-hidden>
          <Lines lines={lines} errorLine={errorLine} highlights={highlights} />
        </div>
        <textarea
          ref={input}
          className={styles.input}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          rows={rows}
          value={value}
          onBlur={() => {
            open(undefined)
            onBlur?.()
          }}
          onChange={(event) => {
            onChange(event.target.value)
            open(event.target.selectionStart)
          }}
          onKeyDown={onKeyDown}
          onClick={(event) => {
            open(undefined)
            onCaret?.(event.currentTarget.selectionStart)
          }}
          {...useField()}
          {...ariaProps}
        />
        {list}
      </div>
    </div>
  )
}

/** JSON editor: numbers lines, and highlights the first syntax error with what was expected. */
export const JsonEditor = ({
  label,
  value,
  onChange,
  onBlur,
  hint,
  error,
  optional,
  rows = 8,
  highlights,
  complete,
  onCaret,
}: JsonEditorProps) => {
  const problem = value.trim() ? jsonProblem(value) : undefined
  const message = problem ? `Line ${problem.line}: ${problem.message}.` : error
  return (
    <Field {...{ label, hint, optional }} error={message}>
      <Editor {...{ value, onChange, onBlur, highlights, complete, onCaret }} errorLine={problem?.line} rows={rows} />
    </Field>
  )
}

type YamlEditorProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** First error, and the line it is about. */
  error?: string | undefined
  line?: number | undefined
  rows?: number
  complete?: JsonEditorProps['complete']
}

/** YAML editor: numbers lines, searches, completes, and highlights the line with an error. */
export const YamlEditor = ({ label, value, onChange, error, line, rows = 8, complete }: YamlEditorProps) => {
  const search = useTextSearch(value)
  const element = useRef<HTMLDivElement>(null)
  const focusSearch = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    const input = element.current?.querySelector('input')
    input?.focus()
    input?.select()
  }
  return (
    <div ref={element} onKeyDown={focusSearch}>
      <FindBar search={search} label={`Search ${label}`} />
      <Field label={label} error={error}>
        <Editor language="yaml" {...{ value, onChange, rows, search, complete }} errorLine={line} />
      </Field>
    </div>
  )
}
