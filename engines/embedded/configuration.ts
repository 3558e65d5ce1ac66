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

const note: EngineSetting = { key: 'comment', description: 'a word about these settings', type: 'string', value: '' }

const webhook = (subject: string): EngineSection => ({
  description: `tell a webhook of ${subject}`,
  several: true,
  settings: [
    {
      key: 'endpoint',
      description: `where ${subject} are sent, each with a POST of its own`,
      type: 'url',
      value: '',
      required: true,
    },
    { key: 'auth_token', description: 'what it is sent as authorization', type: 'string', value: '', secret: true },
    {
      key: 'queue_size',
      description: 'how many wait at most while it does not answer',
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
    description: 'say where this storage is',
    settings: [{ key: 'region', description: 'the region that events name', type: 'string', value: '' }, note],
  },
  api: {
    description: 'limit concurrent API requests and object versions',
    settings: [
      {
        key: 'requests_max',
        description: 'how many calls are answered side by side, the others waiting their turn; 0 sets no limit',
        type: 'number',
        value: '0',
      },
      {
        key: 'object_max_versions',
        description: 'how many versions one object may have; 0 sets no limit',
        type: 'number',
        value: '0',
      },
      note,
    ],
  },
  scanner: {
    description: 'say how often and how fast it is looked for what has expired',
    settings: [
      {
        key: 'speed',
        description: 'share of the idle time that the scanner uses',
        type: 'speed',
        value: 'default',
      },
      { key: 'cycle', description: 'the time between two rounds', type: 'duration', value: '1h' },
      note,
    ],
  },
  event_queue: {
    description: 'limit the events that wait for notification targets',
    settings: [
      {
        key: 'queue_limit',
        description: 'how many events wait for a target that sets no limit of its own; further ones are lost',
        type: 'number',
        value: String(EVENT_QUEUE_LIMIT),
      },
      note,
    ],
  },
  logger_webhook: webhook('log lines'),
  audit_webhook: webhook('calls'),
}

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
    ([, figure, unit = 's']) => Number(figure) * (units[unit] ?? 0),
  ).reduce((sum, one) => sum + one, 0)

/** Lifetime of new sessions in ms; 12 hours by default, as for a console with MinIO. */
export const sessionLength = ({ settings }: Pick<Index, 'settings'>): number =>
  parseDuration(settings.get(nameOf('session', '_'))?.values.length ?? '12h')
