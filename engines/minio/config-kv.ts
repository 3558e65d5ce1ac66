import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import { maskSecrets } from '../../core/protocol/mask-secrets.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Admin } from './admin.ts'
import { parseResponse } from '../s3/response.ts'
import { assertReachable } from '../outbound/destinations.ts'
import { S3Error } from '../s3/s3-error.ts'
import { settingValueInvalid, settingHasDoubleQuotes, settingDoesNotExist } from './messages.ts'

/** A target of a configuration subsystem: its values, and environment variables that override them. */
export type ConfigTarget = {
  /** `_` is the default target. */
  target: string
  /** Secrets are missing here even if they are set. */
  values: ReadonlyMap<string, string>
  /** Values from environment variables, by key. */
  fromEnvironment: ReadonlyMap<string, { variable: string; value: string }>
}

/**
 * Whether a target's secret is set: the server omits secrets that are set, except those of `subnet`, and the others
 * are empty. A target defined by variables alone has no values, so its secret is set only if there is a variable.
 */
export const hasSecret = ({ values, fromEnvironment }: ConfigTarget, key: string) =>
  fromEnvironment.has(key) || (values.size > 0 && values.get(key) !== '')

/** Name of a subsystem's default target. */
export const DEFAULT_TARGET = '_'

const text = v.optional(v.string(), '')

const Help = v.object({
  description: text,
  keysHelp: v.nullish(
    v.array(
      v.object({
        key: v.string(),
        description: text,
        type: text,
        optional: v.optional(v.boolean(), false),
        multipleTargets: v.optional(v.boolean(), false),
      }),
    ),
    [],
  ),
})

const History = v.nullable(
  v.array(v.object({ restoreId: v.string(), createTime: v.string(), data: v.optional(v.string(), '') })),
)

/** Comment that marks a reset in the history: the server itself only stores values that were set. */
const RESET = '# set to its defaults'

/** Sections that are enabled by setting any value, unless `enable` is set. */
const enabledByAnyValue = ['identity_openid', 'identity_ldap']

/** Action required for all configuration calls. */
const needs = 'admin:ConfigUpdate'

const pair = /([a-z0-9_]+)=("[^\n]*?"(?=\s+[a-z0-9_]+=|\s*$)|\S*)/gi

const unquoted = (text: string) => (/^".*"$/s.test(text) ? text.slice(1, -1) : text)

/**
 * Parses the targets of a subsystem in a response of get-config-kv or config (minio-server 3.10): comments of the form
 * `# VARIABLE=value`, then the line of the target they override; in config, disabled targets are comments too.
 */
export const readTargets = (text: string, subsystem: string): ConfigTarget[] => {
  const targets: ConfigTarget[] = []
  let variables: { variable: string; value: string }[] = []
  for (const line of text.split('\n')) {
    const [, variable, value = ''] = /^# ([A-Z][^=\s]*)=(.*)$/.exec(line) ?? []
    if (variable) variables.push({ variable, value })
    const [, name, target = DEFAULT_TARGET, rest = ''] = /^(?:# )?([a-z_]+)(?::(\S+))?(?:\s(.*))?$/.exec(line) ?? []
    if (name === undefined) continue
    const own = variables
    variables = []
    if (name !== subsystem) continue
    const values = new Map(Array.from(rest.matchAll(pair), ([, key = '', value = '']) => [key, unquoted(value)]))
    const keyOf = (one: string) => {
      const key = one.slice(`MINIO_${subsystem}_`.length).toLowerCase()
      const tail = `_${target.toLowerCase()}`
      return target !== DEFAULT_TARGET && key.endsWith(tail) ? key.slice(0, -tail.length) : key
    }
    targets.push({ target, values, fromEnvironment: new Map(own.map((one) => [keyOf(one.variable), one])) })
  }
  return targets
}

/** How the server would parse a line: it splits at the first occurrence of every key it knows. */
const parseAsServer = (line: string, keys: readonly string[]) => {
  const positions = keys
    .map((key) => line.indexOf(`${key}=`))
    .filter((at) => at >= 0)
    .sort((one, other) => one - other)
  const trimmed = (text: string, quote: string) => {
    const withoutStart = text.startsWith(quote) ? text.slice(1) : text
    return withoutStart.endsWith(quote) ? withoutStart.slice(0, -1) : withoutStart
  }
  return new Map(
    positions.map((at, index) => {
      const [, key = '', value = ''] = /^([^=]*)=(.*)$/s.exec(line.slice(at, positions[index + 1]).trim()) ?? []
      return [key, trimmed(trimmed(value.trim(), '"'), "'")]
    }),
  )
}

/**
 * Formats values for set-config-kv. The server has no escape syntax: throws `Failure` 400 with the key for a value that
 * it would parse differently.
 */
export const writeValues = (values: Readonly<Record<string, string>>, keys: readonly string[]): string => {
  const looksLikeKey = (value: string) => keys.some((key) => value.includes(`${key}=`))
  // the server searches each key from the start, so values that look like keys go last
  const entries = Object.entries(values).sort(
    ([, one], [, other]) => Number(looksLikeKey(one)) - Number(looksLikeKey(other)),
  )
  const line = entries.map(([key, value]) => `${key}="${value}"`).join(' ')
  const read = parseAsServer(line, keys)
  const unknownEntry = entries.find(([key]) => !keys.includes(key))
  if (unknownEntry) throw new Failure(400, settingDoesNotExist(unknownEntry[0]), { field: unknownEntry[0] })
  for (const [key, value] of entries) {
    if (/[\r\n]/.test(value)) throw new Failure(400, `${key}: remove the line breaks`, { field: key })
    if (value.includes('"')) throw new Failure(400, settingHasDoubleQuotes(key), { field: key })
    if (read.get(key) !== value) throw new Failure(400, settingValueInvalid(key), { field: key })
  }
  return line
}

/** Server errors repeat the rejected line, which may contain a password. */
const hideSecrets = (error: unknown): never => {
  if (error instanceof S3Error)
    throw new S3Error(error.status, maskSecrets(error.message), { ...error, detail: maskSecrets(error.detail ?? '') })
  throw error
}

/** Configuration of a MinIO server by subsystem and target (minio-server 3.10). */
export const createConfigKv = ({ admin, outbound }: { admin: Admin; outbound: Outbound }) => {
  const nameOf = (subsystem: string, target: string) =>
    target === DEFAULT_TARGET ? subsystem : `${subsystem}:${target}`

  const help = (subsystem = '') =>
    admin.read(Help, { method: 'GET', name: 'help-config-kv', needs, query: { subSys: subsystem, key: '' } })

  /**
   * Records in the history, which has no deletions, that a target is reset: by setting a value that is already so. If
   * the server rejects this because another value is required, the reset stays unrecorded.
   */
  const recordReset = async (subsystem: string, target: string) => {
    const same = `${enabledByAnyValue.includes(subsystem) ? 'enable="" ' : ''}comment=""`
    const recorded = admin.text({
      method: 'PUT',
      name: 'set-config-kv',
      needs,
      sealed: `${nameOf(subsystem, target)} ${same}\n${RESET}`,
      deadline: 30_000,
    })
    await recorded.catch((error: unknown) => {
      if (!(error instanceof S3Error) || error.status >= 500) throw error
    })
  }

  return {
    /** All targets of a subsystem, the default one first. */
    read: async (subsystem: string): Promise<ConfigTarget[]> =>
      readTargets(
        (await admin.text({ method: 'GET', name: 'get-config-kv', needs, query: { key: subsystem } })).text,
        subsystem,
      ),

    /** Help of a subsystem and its keys; of all subsystems without an argument. */
    help,

    keys: async (subsystem: string): Promise<string[]> => {
      const { keysHelp } = await help(subsystem)
      return [...new Set(['enable', 'comment', ...(keysHelp ?? []).map(({ key }) => key)])]
    },

    /**
     * Sets values of a target and leaves its other values unchanged. Returns when they take effect. Throws `Failure`
     * 400 with the key for a host that must not be contacted.
     */
    write: async (
      subsystem: string,
      target: string,
      values: Readonly<Record<string, string>>,
      keys: readonly string[],
    ): Promise<'now' | 'restarted'> => {
      const checked: Record<string, string> = {}
      for (const [key, value] of Object.entries(values)) checked[key] = await assertReachable(outbound, key, value)
      const sealed = `${nameOf(subsystem, target)} ${writeValues(checked, keys)}`
      const { headers } = await admin
        .text({ method: 'PUT', name: 'set-config-kv', needs, sealed, deadline: 30_000 })
        .catch(hideSecrets)
      return headers['x-minio-config-applied'] === 'true' ? 'now' : 'restarted'
    },

    /** The whole configuration, one line per target, including secrets. */
    readAll: async (): Promise<string> => (await admin.text({ method: 'GET', name: 'config', needs })).text,

    /**
     * All changes in the same format, or those saved after a time in ms since 1970 by the server's clock. They include
     * secrets and resets, and are sorted from the oldest to the newest.
     */
    history: async (after = 0) => {
      const { text } = await admin.text({
        method: 'GET',
        name: 'list-config-history-kv',
        needs,
        // the server counts entries by their random id, so that fewer would not be the newest
        query: { count: '1000000' },
        deadline: 30_000,
      })
      const all = parseResponse(History, text === '' ? [] : JSON.parse(text)) ?? []
      return all
        .filter(({ createTime }) => Date.parse(createTime) > after)
        .sort((one, other) => Date.parse(one.createTime) - Date.parse(other.createTime))
        .map((entry) => ({
          ...entry,
          kind: entry.data.endsWith(`\n${RESET}`) ? ('reset' as const) : ('saved' as const),
        }))
    },

    /** Removes a target, or resets the default one. */
    remove: async (subsystem: string, target: string): Promise<'now' | 'restarted'> => {
      // afterwards, this would store the target again
      if (target !== DEFAULT_TARGET && subsystem.startsWith('notify_')) await recordReset(subsystem, target)
      const { headers } = await admin.text({
        method: 'DELETE',
        name: 'del-config-kv',
        needs,
        sealed: nameOf(subsystem, target),
        deadline: 30_000,
      })
      if (headers['x-minio-config-applied'] === 'true') return 'now'
      if (target === DEFAULT_TARGET) await recordReset(subsystem, target)
      return 'restarted'
    },
  }
}
