import * as v from 'valibot'
import { settingDurationFormat, settingNameCharacters } from '../messages.ts'

/** Name of one of several targets of a section or service; `_` is the default target. */
export const TargetName = v.pipe(
  v.string(),
  v.title('Name'),
  v.maxLength(64, 'Enter at most 64 characters'),
  v.regex(/^[A-Za-z0-9_-]+$/, settingNameCharacters),
)

const kinds = ['text', 'secret', 'number', 'flag', 'choice', 'duration', 'list'] as const

/** A setting of a storage server: its key there, its label, and the form of its values. */
export const Setting = v.object({
  key: v.string(),
  title: v.string(),
  kind: v.picklist(kinds),
  required: v.exactOptional(v.literal(true)),
  hint: v.exactOptional(v.string()),
  placeholder: v.exactOptional(v.string()),
  options: v.exactOptional(v.array(v.string())),
  /** Default value. */
  value: v.exactOptional(v.string()),
  /** Narrow field, which shares its row with the next one. */
  narrow: v.exactOptional(v.literal(true)),
})
export type Setting = v.InferOutput<typeof Setting>

const settingOf =
  (kind: Setting['kind']) =>
  (key: string, title: string, extra: Partial<Setting> = {}): Setting => ({ key, title, kind, ...extra })

/** Makes settings: `setting.flag('tls', 'TLS')`. */
export const setting = {
  text: settingOf('text'),
  required: (key: string, title: string, extra: Partial<Setting> = {}): Setting =>
    settingOf('text')(key, title, { required: true, ...extra }),
  secret: settingOf('secret'),
  number: settingOf('number'),
  flag: settingOf('flag'),
  duration: settingOf('duration'),
  list: settingOf('list'),
  choice: (key: string, title: string, options: string[], extra: Partial<Setting> = {}): Setting =>
    settingOf('choice')(key, title, { options, ...extra }),
}

/**
 * Constraints for any value. A storage server that accepts less, because it has no escapes, rejects the value and names
 * its key.
 */
const Value = v.pipe(
  v.string(),
  v.maxBytes(4096, 'Enter at most 4,096 bytes'),
  v.regex(/^[^\p{Cc}]*$/u, 'Control characters are not allowed'),
)

/** Schema of a setting's value, as text. */
export const settingValue = ({ kind, required, options = [] }: Setting) => {
  const filled = v.pipe(
    Value,
    v.check((value) => !required || value !== '', 'Field cannot be empty'),
  )
  const checked = (test: (value: string) => boolean, message: string) =>
    v.pipe(
      filled,
      v.check((value) => value === '' || test(value), message),
    )
  if (kind === 'number')
    return checked((value) => /^\d{1,19}$/.test(value) && BigInt(value) < 2n ** 63n, 'Enter a whole number')
  if (kind === 'duration')
    return checked((value) => /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$|^0$/.test(value), settingDurationFormat)
  if (kind === 'choice') return checked((value) => options.includes(value), `Choose one of ${options.join(', ')}`)
  if (kind === 'flag') return checked((value) => value === 'on' || value === 'off', 'Enter on or off')
  return filled
}
