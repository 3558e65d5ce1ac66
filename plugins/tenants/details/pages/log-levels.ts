import { parseJson } from 'stowage'

/** Severity of a log line; lines that name none are `info`. */
export type LogLevel = 'info' | 'warning' | 'error'

const severities: readonly [RegExp, LogLevel][] = [
  [/^(err|error|fatal|panic|crit|critical|alert|emerg|dpanic)$/, 'error'],
  [/^(warn|warning)$/, 'warning'],
  [/^(trace|debug|info|notice)$/, 'info'],
]

const levelNamed = (name: string | undefined) =>
  name === undefined ? undefined : severities.find(([names]) => names.test(name.toLowerCase()))?.[1]

const names = 'trace|debug|info|notice|warn|warning|err|error|fatal|panic|dpanic|crit|critical|alert|emerg'

/** Optional time, then the level: `ERROR Unable to …`, `Error: …`, `[WARN] …`, `2026-11-26T10:00:00Z\tINFO\t…`. */
const leading = new RegExp(`^(?:\\d{4}[-/]\\d\\d[-/]\\d\\d[T ]\\S+\\s+)?\\[?(${names})\\b(?:\\]|:|\\s|$)`, 'i')

/** `level=warn`, of programs that write key and value. */
const keyed = new RegExp(`\\b(?:level|severity)="?(${names})\\b`, 'i')

/** klog, which Kubernetes' programs use: `E1126 10:00:00.000000 1 main.go:1] …`. */
const klog = /^([IWEF])\d{4} \d\d:\d\d:\d\d/
const klogLevels: Readonly<Record<string, LogLevel>> = { I: 'info', W: 'warning', E: 'error', F: 'error' }

const jsonLevel = (line: string) => {
  if (!line.startsWith('{')) return undefined
  const { level, severity }: { level?: unknown; severity?: unknown } = parseJson(line) ?? {}
  return levelNamed(String(level ?? severity ?? ''))
}

const levelIn = (line: string): LogLevel | undefined =>
  jsonLevel(line) ??
  klogLevels[klog.exec(line)?.[1] ?? ''] ??
  levelNamed(leading.exec(line)?.[1]) ??
  levelNamed(keyed.exec(line)?.[1])

/** Lines that MinIO writes above the error that they belong to. */
const header = /^(API|Time|DeploymentID|RequestID|RemoteHost|Host|UserAgent): /

const time = /^\d{4}-\d\d-\d\dT\S+ /

/** Level of every line. Stack traces and the lines that MinIO writes above an error have the level of the error. */
export const levelsOf = (lines: readonly string[]): LogLevel[] => {
  const levels: LogLevel[] = []
  let headers = 0
  for (const line of lines) {
    const text = line.replace(time, '')
    const own = levelIn(line)
    const level = own ?? (/^\s/.test(text) ? (levels.at(-1) ?? 'info') : 'info')
    if (own === 'error') levels.fill(own, levels.length - headers)
    levels.push(level)
    headers = own === undefined && header.test(text) ? headers + 1 : 0
  }
  return levels
}

const ranks: Readonly<Record<LogLevel, number>> = { info: 0, warning: 1, error: 2 }

/** Whether a level is at least as severe as another one. */
export const isAtLeast = (level: LogLevel, least: LogLevel) => ranks[level] >= ranks[least]
