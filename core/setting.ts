import * as v from 'valibot'

/** What one of several targets of a section or service may be called; `_` is the default one. */
export const TargetName = v.pipe(
  v.string(),
  v.title('Name'),
  v.maxLength(64, 'Enter at most 64 characters'),
  v.regex(/^[A-Za-z0-9_-]+$/, 'Enter letters, digits, dashes and underscores only'),
)

/** A setting of a storage server: its key at the storage server, what people call it, and what it takes. */
export type Setting = {
  key: string
  title: string
  kind: 'text' | 'secret' | 'number' | 'flag' | 'choice' | 'duration' | 'list'
  required?: true
  hint?: string
  placeholder?: string
  options?: readonly string[]
  /** What it is where nobody says anything. */
  value?: string
}

/** What any value may be. A storage server that takes less, because it has no escapes, refuses it by its key. */
const Value = v.pipe(
  v.string(),
  v.maxBytes(4096, 'Enter at most 4,096 bytes'),
  v.regex(/^[^\p{Cc}]*$/u, 'Leave control characters out'),
)

/** What a setting takes, as a text. */
export const settingValue = ({ kind, required, options = [] }: Setting) => {
  const filled = v.pipe(
    Value,
    v.check((value) => !required || value !== '', 'Field cannot be empty'),
  )
  const all = (test: (value: string) => boolean, words: string) =>
    v.pipe(
      filled,
      v.check((value) => value === '' || test(value), words),
    )
  if (kind === 'number') return all((value) => /^\d{1,9}$/.test(value), 'Enter a whole number')
  if (kind === 'duration')
    return all((value) => /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$|^0$/.test(value), 'Enter a time such as 10s or 1m30s')
  if (kind === 'choice') return all((value) => options.includes(value), `Choose one of ${options.join(', ')}`)
  if (kind === 'flag') return all((value) => value === 'on' || value === 'off', 'It is on or off')
  return filled
}
