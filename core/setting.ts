import * as v from 'valibot'

/** Name of one of several targets of a section or service; `_` is the default target. */
export const TargetName = v.pipe(
  v.string(),
  v.title('Name'),
  v.maxLength(64, 'Enter at most 64 characters'),
  v.regex(/^[A-Za-z0-9_-]+$/, 'Enter letters, digits, dashes and underscores only'),
)

/** A setting of a storage server: its key there, its display name, and its type. */
export type Setting = {
  key: string
  title: string
  kind: 'text' | 'secret' | 'number' | 'flag' | 'choice' | 'duration' | 'list'
  required?: true
  hint?: string
  placeholder?: string
  options?: readonly string[]
  /** Default value. */
  value?: string
}

/**
 * Constraints for any value. A storage server that accepts less, because it has no escapes, rejects the value and names
 * its key.
 */
const Value = v.pipe(
  v.string(),
  v.maxBytes(4096, 'Enter at most 4,096 bytes'),
  v.regex(/^[^\p{Cc}]*$/u, 'Leave control characters out'),
)

/** Schema of a setting's value, as text. */
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
