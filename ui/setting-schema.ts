import * as v from 'valibot'
import { type Setting, settingValue } from '../core/protocol/config-setting.ts'
import { removeComma } from './messages.ts'

const controls = { text: 'mono', secret: 'secret', number: 'number', duration: 'mono', list: 'list' } as const

/** Schema entry from which a form renders a setting; `value` is the schema of its text. */
export const settingSchema = (setting: Setting, value: v.GenericSchema<string, string>): v.GenericSchema => {
  const { key, kind, title, hint = '', placeholder, options = [], required } = setting
  if (kind === 'flag') return v.optional(v.pipe(v.boolean(), v.title(title), v.description(hint)))
  if (kind === 'choice') {
    const choice = v.pipe(
      v.picklist(options),
      v.title(title),
      v.description(hint),
      v.metadata({ options: Object.fromEntries(options.map((option) => [option, option])) }),
    )
    return required ? choice : v.optional(choice)
  }
  if (kind === 'list') {
    const entries = v.pipe(v.array(v.pipe(value, v.regex(/^[^,]*$/, removeComma))), v.title(title), v.description(hint))
    return required ? v.pipe(entries, v.minLength(1, 'Field cannot be empty')) : v.optional(entries)
  }
  const text = v.pipe(
    value,
    v.title(title),
    v.description(hint),
    v.metadata({ control: key === 'comment' ? 'text' : controls[kind], ...(placeholder && { placeholder }) }),
  )
  return required ? text : v.optional(text)
}

/** Values of a target by key, which of them environment variables set, and the keys of its secrets. */
type StoredSettings = {
  values: Readonly<Record<string, string>>
  fromEnvironment: Readonly<Record<string, unknown>>
  secrets: readonly string[]
}

/** Schema entry of a setting of an existing target. Accepts its stored value, which this version may not know. */
export const storedSettingSchema = (
  setting: Setting,
  { values, fromEnvironment, secrets }: StoredSettings,
  valueOf: (setting: Setting) => v.GenericSchema<string, string> = settingValue,
) => {
  const { key, kind, options } = setting
  const stored = values[key]
  const { required: _, ...optional } = setting
  const own = {
    ...(fromEnvironment[key] !== undefined || secrets.includes(key) ? optional : setting),
    ...(options && stored && { options: [...new Set([...options, stored])] }),
  }
  const value = valueOf(own)
  return settingSchema(own, stored && kind !== 'list' ? v.union([v.literal(stored), value]) : value)
}
