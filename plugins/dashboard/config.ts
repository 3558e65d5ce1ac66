import * as v from 'valibot'
import { type ConfigValues, httpAddress, onOff, type PluginConfig } from 'stowage/server'

const matcher = /\s*([a-zA-Z_]\w*)\s*(=~|!~|!=|=)\s*("(?:[^"\\]|\\.)*"|[^",\s]+)\s*(?:,|$)/y

/** Label matchers in PromQL: `cluster="a",site=~"b.*"`; missing quotes are added. `undefined` if they are invalid. */
const matchersIn = (text: string): string | undefined => {
  const found: string[] = []
  for (matcher.lastIndex = 0; matcher.lastIndex < text.length; ) {
    const [, name, operator, value] = matcher.exec(text) ?? []
    if (!name || !value) return undefined
    found.push(`${name}${operator}${value.startsWith('"') ? value : JSON.stringify(value)}`)
  }
  return found.join(',')
}

export const config = {
  history: {
    name: 'CONSOLE_HISTORY',
    schema: onOff,
    default: 'on',
    help: '`off` stores no history. Without a Prometheus the dashboard then has no charts.',
  },
  metricsToken: {
    name: 'CONSOLE_MINIO_METRICS_TOKEN',
    schema: v.string(),
    isSecret: true,
    help: "Bearer token for the storage server's metrics, as printed by `mc admin prometheus generate`.",
  },
  prometheusUrl: {
    name: 'CONSOLE_PROMETHEUS_URL',
    schema: httpAddress,
    help: 'Prometheus that scrapes the storage server. Charts then come from it. MinIO engine only.',
  },
  prometheusJob: {
    name: 'CONSOLE_PROMETHEUS_JOB_ID',
    schema: v.string(),
    default: 'minio-job',
    help: 'Value of the `job` label.',
  },
  prometheusLabels: {
    name: 'CONSOLE_PROMETHEUS_EXTRA_LABELS',
    schema: v.pipe(
      v.string(),
      v.check((text) => matchersIn(text) !== undefined, 'it must be labels such as cluster="a",site="b"'),
      v.transform((text) => matchersIn(text) ?? ''),
    ),
    help: 'Further label matchers, such as `cluster="a",site="b"`.',
  },
  prometheusToken: {
    name: 'CONSOLE_PROMETHEUS_AUTH_TOKEN',
    schema: v.string(),
    isSecret: true,
    help: 'Bearer token for Prometheus.',
  },
  prometheusUser: {
    name: 'CONSOLE_PROMETHEUS_AUTH_USERNAME',
    schema: v.string(),
    help: 'User name for Prometheus, instead of a token.',
  },
  prometheusPassword: {
    name: 'CONSOLE_PROMETHEUS_AUTH_PASSWORD',
    schema: v.string(),
    isSecret: true,
    help: 'Password for that user.',
  },
} satisfies PluginConfig

export type DashboardConfig = ConfigValues<typeof config>

/** Why the values do not fit each other or the engine; `undefined` if they do. */
export const configProblem = (
  { prometheusUrl: url, prometheusToken: token, prometheusUser: user, prometheusPassword: password }: DashboardConfig,
  engine: string,
): string | undefined => {
  if (!url) return undefined
  if (engine !== 'minio')
    return 'CONSOLE_PROMETHEUS_URL needs CONSOLE_MINIO_SERVER: the embedded engine records its own history'
  if (url.username || url.password)
    return 'CONSOLE_PROMETHEUS_URL must not contain a user or a password; set CONSOLE_PROMETHEUS_AUTH_USERNAME and CONSOLE_PROMETHEUS_AUTH_PASSWORD'
  if ((user === undefined) !== (password === undefined))
    return 'CONSOLE_PROMETHEUS_AUTH_USERNAME and CONSOLE_PROMETHEUS_AUTH_PASSWORD belong together; set both'
  if (token && user) return 'CONSOLE_PROMETHEUS_AUTH_TOKEN and CONSOLE_PROMETHEUS_AUTH_USERNAME are both set; keep one'
  return undefined
}
