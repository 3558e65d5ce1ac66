import * as v from 'valibot'
import { Failure, settingValue } from 'stowage'
import { parseDuration, type EngineSetting, speeds } from 'stowage/engines/embedded'
import { type Outbound, parseAddress } from 'stowage/server'
import * as messages from '../messages.ts'

/** Time limit for reaching a webhook while it is being saved, in ms. */
const TIMEOUT = 5000

/** Shortest and longest interval between two rounds, in ms. */
const [MIN_INTERVAL, MAX_INTERVAL] = [60_000, 7 * 24 * 3_600_000]

const kinds = { string: 'text', number: 'number', duration: 'duration', url: 'text', speed: 'text' } as const

/** Why a value is invalid, beyond the rules for its type. */
const problemOf = ({ type, key }: EngineSetting, value: string): string | undefined => {
  if (type === 'speed' && !Object.hasOwn(speeds, value)) return `Choose one of ${Object.keys(speeds).join(', ')}`
  if (type === 'duration' && (parseDuration(value) < MIN_INTERVAL || parseDuration(value) > MAX_INTERVAL))
    return messages.historyIntervalFormat
  if (key === 'region' && !/^[A-Za-z0-9_-]{1,64}$/.test(value)) return messages.nameCharacters
  if (key === 'queue_limit' && Number(value) === 0) return 'Enter 1 or more'
  return undefined
}

/**
 * Validates the values; empty ones mean the default. Throws `Failure` 400 that names the key, also if a webhook cannot
 * be reached.
 */
export const validateValues = async (
  settings: readonly EngineSetting[],
  canDisable: boolean,
  values: Readonly<Record<string, string>>,
  outbound: Outbound,
): Promise<Readonly<Record<string, string>>> => {
  const parsed: Record<string, string> = {}
  for (const [key, value] of Object.entries(values)) {
    parsed[key] = value
    if (canDisable && key === 'enable') {
      if (value !== 'on' && value !== 'off') throw new Failure(400, 'enable: Enter on or off', { field: 'enable' })
      continue
    }
    const setting = settings.find((one) => one.key === key)
    if (!setting) throw new Failure(400, messages.settingUnknown(key), { field: key })
    if (value === '') continue
    const { issues } = v.safeParse(settingValue({ key, title: key, kind: kinds[setting.type] }), value)
    const problem = issues?.[0].message ?? problemOf(setting, value)
    if (problem) throw new Failure(400, `${key}: ${problem}`, { field: key })
    if (setting.type !== 'url') continue
    const { text } = parseAddress('endpoint', value, { field: key })
    await outbound.dial(text, { field: key, deadline: TIMEOUT })
    parsed[key] = text
  }
  return parsed
}
