import type { Index } from './store/database.ts'

/** A setting of this engine: key, description, accepted values and default. */
export type EngineSetting = {
  key: string
  description: string
  type: 'string' | 'number' | 'duration' | 'url' | 'speed'
  value: string
  secret?: true
  required?: true
}

/** A section of settings. With `several` it has any number of named targets. */
export type EngineSection = { description: string; several?: true; settings: readonly EngineSetting[] }

/** Events that wait for a target by default. */
const EVENT_QUEUE_LIMIT = 10_000

const note: EngineSetting = {
  key: 'comment',
  description: 'optional comment about these settings',
  type: 'string',
  value: '',
}

const webhook = (subject: string): EngineSection => ({
  description: `send ${subject} to a webhook`,
  several: true,
  settings: [
    {
      key: 'endpoint',
      description: `address that receives ${subject}, one POST for each`,
      type: 'url',
      value: '',
      required: true,
    },
    { key: 'auth_token', description: 'value of the Authorization header', type: 'string', value: '', secret: true },
    {
      key: 'queue_size',
      description: 'how many may wait while the webhook does not respond',
      type: 'number',
      value: '10000',
    },
    note,
  ],
})

/** Pause of the expiry sweep between two batches, in ms, by configured speed. */
export const speeds: Readonly<Record<string, number>> = { fastest: 0, fast: 1, default: 2, slow: 20, slowest: 200 }

/** Configuration sections, named as in MinIO. Only settings that take effect here are listed. */
export const sections: Readonly<Record<string, EngineSection>> = {
  site: {
    description: 'set the region of this storage',
    settings: [{ key: 'region', description: 'region in events', type: 'string', value: '' }, note],
  },
  api: {
    description: 'limit concurrent API requests and object versions',
    settings: [
      {
        key: 'requests_max',
        description: 'most concurrent requests, further ones wait; 0 sets no limit',
        type: 'number',
        value: '0',
      },
      {
        key: 'object_max_versions',
        description: 'most versions of an object; 0 sets no limit',
        type: 'number',
        value: '0',
      },
      note,
    ],
  },
  scanner: {
    description: 'set how often and how fast expired objects are removed',
    settings: [
      {
        key: 'speed',
        description: 'share of idle time that the scanner uses',
        type: 'speed',
        value: 'default',
      },
      { key: 'cycle', description: 'time between two scans', type: 'duration', value: '1h' },
      note,
    ],
  },
  event_queue: {
    description: 'limit the events that wait for notification targets',
    settings: [
      {
        key: 'queue_limit',
        description: 'how many events may wait for a target without its own limit; further ones are lost',
        type: 'number',
        value: String(EVENT_QUEUE_LIMIT),
      },
      note,
    ],
  },
  logger_webhook: webhook('log lines'),
  audit_webhook: webhook('calls'),
}

/** Key of the settings of a target. */
export const nameOf = (section: string, target: string) => `${section}:${target}`

/** Effective value of a setting of the default target. */
export const settingOf = ({ settings }: Pick<Index, 'settings'>, section: string, key: string): string =>
  settings.get(nameOf(section, '_'))?.values[key] ??
  sections[section]?.settings.find((one) => one.key === key)?.value ??
  ''

/** As `settingOf`, for a number. */
export const numberOf = (index: Pick<Index, 'settings'>, section: string, key: string): number =>
  Number(settingOf(index, section, key)) || 0

const units: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Parses a duration such as `1h30m`; in ms. */
export const parseDuration = (text: string): number =>
  Array.from(
    text.matchAll(/(\d+(?:\.\d+)?)(ns|us|ms|s|m|h)/g),
    ([, amount, unit = 's']) => Number(amount) * (units[unit] ?? 0),
  ).reduce((sum, one) => sum + one, 0)

/** Lifetime of new sessions in ms; 12 hours by default, as for a console with MinIO. */
export const sessionLength = ({ settings }: Pick<Index, 'settings'>): number =>
  parseDuration(settings.get(nameOf('session', '_'))?.values.length ?? '12h')
