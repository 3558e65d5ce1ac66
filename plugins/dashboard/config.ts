import * as v from 'valibot'
import { bearerToken, type ConfigValues, httpAddress, onOff, type PluginConfig } from 'stowage/server'
import * as messages from './messages.ts'

const matcher = /\s*([a-zA-Z_]\w*)\s*(=~|!~|!=|=)\s*("(?:[^"\\]|\\.)*"|[^",\s]+)\s*(?:,|$)/y

/** Label matchers in PromQL: `cluster="a",site=~"b.*"`; missing quotes are added. `undefined` if they are invalid. */
const matchersIn = (text: string): string | undefined => {
  const matchers: string[] = []
  for (matcher.lastIndex = 0; matcher.lastIndex < text.length; ) {
    const [, name, operator, value] = matcher.exec(text) ?? []
    if (!name || !value) return undefined
    matchers.push(`${name}${operator}${value.startsWith('"') ? value : JSON.stringify(value)}`)
  }
  return matchers.join(',')
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
    schema: bearerToken,
    isSecret: true,
    help: messages.metricsTokenHelp,
  },
  prometheusUrl: {
    name: 'CONSOLE_PROMETHEUS_URL',
    schema: httpAddress,
    help: messages.prometheusUrlHelp,
  },
  prometheusJob: {
    name: 'CONSOLE_PROMETHEUS_JOB_ID',
    schema: v.string(),
    default: 'minio-job',
    help: messages.jobLabelHelp,
  },
  prometheusLabels: {
    name: 'CONSOLE_PROMETHEUS_EXTRA_LABELS',
    schema: v.pipe(
      v.string(),
      v.check((text) => matchersIn(text) !== undefined, messages.labelsFormat),
      v.transform((text) => matchersIn(text) ?? ''),
    ),
    help: messages.labelsHelp,
  },
  prometheusToken: {
    name: 'CONSOLE_PROMETHEUS_AUTH_TOKEN',
    schema: bearerToken,
    isSecret: true,
    help: messages.prometheusTokenHelp,
  },
  prometheusUser: {
    name: 'CONSOLE_PROMETHEUS_AUTH_USERNAME',
    schema: v.string(),
    help: messages.prometheusUserHelp,
  },
  prometheusPassword: {
    name: 'CONSOLE_PROMETHEUS_AUTH_PASSWORD',
    schema: v.string(),
    isSecret: true,
    help: messages.prometheusPasswordHelp,
  },
  grafanaUrl: {
    name: 'CONSOLE_GRAFANA_URL',
    schema: httpAddress,
    help: messages.grafanaDashboard,
  },
} satisfies PluginConfig

export type DashboardConfig = ConfigValues<typeof config>

/** Why the values do not fit each other or the engine; `undefined` if they do. */
export const configProblem = (
  { prometheusUrl: url, prometheusToken: token, prometheusUser: user, prometheusPassword: password }: DashboardConfig,
  engine: string,
): string | undefined => {
  if (!url) {
    const used = [token && 'TOKEN', user && 'USERNAME', password && 'PASSWORD'].find(Boolean)
    return used && messages.prometheusUrlMissing(`CONSOLE_PROMETHEUS_AUTH_${used}`)
  }
  if (engine !== 'minio') return messages.prometheusNeedsMinioServer
  if (url.username || url.password) return messages.consolePrometheusUrl
  if ((user === undefined) !== (password === undefined)) return messages.prometheusUserNeedsPassword
  if (token && user) return messages.prometheusTokenOrUser
  return undefined
}
