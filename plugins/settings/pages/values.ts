import * as v from 'valibot'
import type { Setting } from 'stowage'
import { storedSettingSchema } from 'stowage/ui'
import type { TargetSettings } from '../contract.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * A setting's value before and after in the storage server's notation; both are empty for a secret. `isOutdated` if
 * `before` has changed since the form was opened.
 */
export type Change = { key: string; before: string; after: string; secret: boolean; isOutdated?: boolean }

const isOn = ({ key, value }: Setting, text: string | undefined) =>
  text === undefined || text === '' ? value === 'on' || key === 'enable' : text === 'on'

/** Initial values of a form. */
export const initialOf = (settings: readonly Setting[], { values }: Pick<TargetSettings, 'values'>): Values =>
  Object.fromEntries(
    settings.map((setting) => {
      const text = values[setting.key]
      if (setting.kind === 'flag') return [setting.key, isOn(setting, text)]
      if (setting.kind === 'list') return [setting.key, text ? text.split(',').map((entry) => entry.trim()) : []]
      return [setting.key, setting.kind === 'choice' ? text || undefined : text]
    }),
  )

/** Schema of a section's form. */
export const schemaOf = (
  settings: readonly Setting[],
  stored: Pick<TargetSettings, 'fromEnvironment' | 'secrets' | 'values'>,
) => v.object(Object.fromEntries(settings.map((setting) => [setting.key, storedSettingSchema(setting, stored)])))

const textOf = ({ key, kind }: Setting, values: Values) => {
  const value = values[key]
  if (kind === 'flag') return value === true ? 'on' : 'off'
  if (Array.isArray(value)) return value.filter((entry) => entry !== '').join(',')
  return typeof value === 'string' ? value : ''
}

/** Changes made in a form. Leaves out values that variables set, and secrets that were not typed. */
export const changesOf = (
  settings: readonly Setting[],
  { values: stored, fromEnvironment }: Pick<TargetSettings, 'values' | 'fromEnvironment'>,
  values: Values,
): Change[] =>
  settings.flatMap((setting): Change[] => {
    const { key, kind } = setting
    const after = textOf(setting, values)
    if (fromEnvironment[key] !== undefined) return []
    if (kind === 'secret') return after === '' ? [] : [{ key, before: '', after, secret: true }]
    const before = stored[key] ?? ''
    const same =
      kind === 'flag'
        ? isOn(setting, before) === (after === 'on')
        : kind === 'list'
          ? textOf(setting, initialOf([setting], { values: stored })) === after
          : before === after
    return same ? [] : [{ key, before, after, secret: false }]
  })

/** Values for a test: those in the form, without what variables set and secrets that were not typed. */
export const testedOf = (
  settings: readonly Setting[],
  { fromEnvironment }: Pick<TargetSettings, 'fromEnvironment'>,
  values: Values,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    settings
      .filter(({ key }) => fromEnvironment[key] === undefined)
      .map((setting) => [setting.key, textOf(setting, values), setting.kind] as const)
      .filter(([, text, kind]) => kind !== 'secret' || text !== '')
      .map(([key, text]) => [key, text]),
  )
