import * as v from 'valibot'
import type { Report } from '../contract.ts'
import * as messages from '../messages.ts'

const number = v.optional(v.number())
const text = v.optional(v.string(), '')
const tolerantList = <const S extends v.GenericSchema>(schema: S) =>
  v.fallback(v.nullish(v.array(v.fallback(v.nullable(schema), null))), null)

const present = <T>(list: readonly (T | null)[] | null | undefined): T[] => (list ?? []).filter((one) => one !== null)

const addressed = { addr: text, error: text }
const Drive = v.object({
  endpoint: text,
  path: text,
  state: text,
  healing: v.optional(v.boolean(), false),
  totalspace: number,
  usedspace: number,
})

/** The fields of a report that the page shows; fields of another type are ignored. */
const ReportFields = v.object({
  error: text,
  sys: v.optional(
    v.object({
      cpus: tolerantList(v.object({ ...addressed, cpus: tolerantList(v.object({ cores: number })) })),
      meminfo: tolerantList(v.object({ ...addressed, total: number, available: number, used: number })),
      partitions: tolerantList(v.object(addressed)),
      osinfo: tolerantList(v.object(addressed)),
      procinfo: tolerantList(v.object(addressed)),
      services: tolerantList(v.object(addressed)),
      errors: tolerantList(v.object({ ...addressed, errors: tolerantList(v.string()) })),
      config: tolerantList(
        v.object({
          ...addressed,
          config: v.optional(v.object({ 'time-info': v.optional(v.object({ current_time: text })) })),
        }),
      ),
    }),
  ),
  minio: v.optional(
    v.object({
      error: text,
      info: v.optional(
        v.object({
          error: text,
          servers: tolerantList(
            v.object({ endpoint: text, state: text, version: text, uptime: number, drives: tolerantList(Drive) }),
          ),
        }),
      ),
    }),
  ),
})

export type Server = {
  name: string
  state: string
  version: string
  cores: number | undefined
  memory: { total: number; used: number } | undefined
  drives: { all: number; ok: number; healing: number }
  /** Difference to the median clock of all servers, in s; `undefined` with a single server. */
  clock: number | undefined
}

/** A problem and its location; tone `unknown` means advice. */
export type Finding = { where: string; what: string; tone: 'danger' | 'warning' | 'unknown' }

/** Entries that servers list as errors although nothing fails (madmin, `SysErrors`). */
const advice: Readonly<Record<string, string>> = {
  'audit is enabled': messages.auditSystemEnabled,
  'updatedb is installed': messages.updatedbInstalled,
}

export type ReportSummary = {
  servers: Server[]
  wrong: Finding[]
  drives: Server['drives']
  /** Of all servers whose memory is known; `undefined` if none is. */
  memory: { total: number; used: number } | undefined
}

/** Clock difference that counts as a problem, in s. */
const MAX_SKEW = 1

const median = (numbers: readonly number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

const seconds = (span: number) => `${Math.abs(span).toFixed(2)} s`

const sum = (numbers: readonly (number | undefined)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0)

/** Summarizes a report; missing parts stay `undefined`. */
export const summarizeReport = (report: Report): ReportSummary => {
  const { sys, minio, error } = v.parse(v.fallback(ReportFields, { error: '' }), report)
  const clocks = new Map(
    present(sys?.config).flatMap(({ addr, config }): [string, number][] => {
      const time = Date.parse(config?.['time-info']?.current_time ?? '')
      return Number.isNaN(time) ? [] : [[addr, time / 1000]]
    }),
  )
  const now = median([...clocks.values()])
  const servers = present(minio?.info?.servers).map(({ endpoint: name, state, version, drives: all }): Server => {
    const drives = present(all)
    const memory = present(sys?.meminfo).find(({ addr }) => addr === name)
    const cpu = present(sys?.cpus).find(({ addr }) => addr === name)
    const clock = clocks.get(name)
    return {
      name,
      state,
      version,
      cores: cpu && sum(present(cpu.cpus).map(({ cores }) => cores)),
      memory:
        memory?.total === undefined
          ? undefined
          : { total: memory.total, used: memory.used ?? memory.total - (memory.available ?? 0) },
      drives: {
        all: drives.length,
        ok: drives.filter(({ state: is }) => is === 'ok').length,
        healing: drives.filter(({ healing }) => healing).length,
      },
      clock: clock === undefined || clocks.size < 2 ? undefined : clock - now,
    }
  })
  const drives = present(minio?.info?.servers).flatMap(({ drives: all }) => present(all))
  const failed = Object.values(sys ?? {}).flatMap((list) => present<{ addr: string; error: string }>(list))
  const findings: Finding[] = [
    ...[error, minio?.error, minio?.info?.error]
      .filter(Boolean)
      .map((what): Finding => ({ where: 'Report', what: what ?? '', tone: 'danger' })),
    ...servers
      .filter(({ state }) => state !== 'online')
      .map(({ name, state }): Finding => ({ where: name, what: `The server is ${state || 'away'}`, tone: 'danger' })),
    ...drives
      .filter(({ state }) => state !== 'ok')
      .map(
        ({ endpoint, path, state }): Finding => ({
          where: endpoint || path,
          what: `The drive is ${state || 'away'}`,
          tone: 'danger',
        }),
      ),
    ...drives
      .filter(({ healing }) => healing)
      .map(({ endpoint }): Finding => ({ where: endpoint, what: 'The drive is being healed', tone: 'warning' })),
    ...servers.flatMap(({ name, clock = 0 }): Finding[] =>
      Math.abs(clock) < MAX_SKEW
        ? []
        : [
            {
              where: name,
              what: messages.clockDiffers(seconds(clock), clock),
              tone: 'warning',
            },
          ],
    ),
    ...failed
      .filter((one) => one.error)
      .map(({ addr, error: what }): Finding => ({ where: addr, what, tone: 'warning' })),
    ...present(sys?.errors).flatMap(({ addr, errors }) =>
      present(errors).map((what): Finding => {
        const advised = advice[what.toLowerCase()]
        return advised ? { where: addr, what: advised, tone: 'unknown' } : { where: addr, what, tone: 'warning' }
      }),
    ),
  ]
  const all = {
    all: sum(servers.map((one) => one.drives.all)),
    ok: sum(servers.map((one) => one.drives.ok)),
    healing: sum(servers.map((one) => one.drives.healing)),
  }
  return {
    servers,
    wrong: findings,
    drives: all,
    memory: servers.some(({ memory }) => memory)
      ? {
          total: sum(servers.map(({ memory }) => memory?.total)),
          used: sum(servers.map(({ memory }) => memory?.used)),
        }
      : undefined,
  }
}
