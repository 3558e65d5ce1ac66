import type { Alert } from '../alerts/contract.ts'
import { formatValue, sentenceOf, titleOf } from '../alerts/alert-texts.ts'
import { type AlertMetric, alertMetrics } from '../alerts/metrics.ts'
import type { WebhookFormat } from '../alerts/webhook.ts'
import type { Notice } from './alert-state.ts'

export type AlertEvent = Notice['event'] | 'test'

/** How long Alertmanager keeps an alert firing, in ms. It would resolve one without an end after five minutes. */
const FIRING = 30 * 86_400_000

/** How long it keeps a test firing, in ms. */
const TEST = 60_000

const sentence = (alert: Alert, event: AlertEvent) => {
  const word = { started: 'Alert', ended: 'Over', test: 'Test' }[event]
  const { source } = alert
  return `${word}: ${event === 'ended' ? titleOf(alert) + (source ? `, ${source}` : '') : sentenceOf(alert)}`
}

/** Title and value of the facts about an alert. */
const factsOf = (alert: Alert): [title: string, value: string][] => {
  const metric: AlertMetric = alertMetrics[alert.metric]
  return [
    ['Value', formatValue(alert.value, metric)],
    ['Threshold', `${metric.beyond} ${formatValue(alert.threshold, metric)}`],
    ...(alert.source ? ([['Source', alert.source]] as [string, string][]) : []),
    ['Started', alert.started],
    ...(alert.ended ? ([['Ended', alert.ended]] as [string, string][]) : []),
  ]
}

type Severity = 'good' | Alert['level']
const severityOf = ({ level }: Alert, event: AlertEvent): Severity => (event === 'ended' ? 'good' : level)

const colors: Readonly<Record<Severity, number>> = { good: 0x2e7d32, warning: 0xed9b00, danger: 0xd32f2f }

/** Slack reads these three characters as markup. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const json = (alert: Alert, event: AlertEvent) => {
  const { id, rule, metric, level, threshold, value, source, started, ended } = alert
  return {
    text: sentence(alert, event),
    state: event,
    alert: {
      id,
      rule,
      metric,
      title: titleOf(alert),
      level,
      threshold,
      value,
      unit: alertMetrics[metric].unit,
      ...(source && { source }),
      started,
      ...(ended && { ended }),
    },
  }
}

const slack = (alert: Alert, event: AlertEvent) => ({
  text: escaped(sentence(alert, event)),
  attachments: [
    {
      color: `#${colors[severityOf(alert, event)].toString(16)}`,
      fallback: escaped(sentence(alert, event)),
      fields: factsOf(alert).map(([title, value]) => ({ title, value: escaped(value), short: true })),
    },
  ],
})

const cardColors: Readonly<Record<Severity, string>> = { good: 'Good', warning: 'Warning', danger: 'Attention' }

const teams = (alert: Alert, event: AlertEvent) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          {
            type: 'TextBlock',
            text: sentence(alert, event),
            wrap: true,
            weight: 'Bolder',
            color: cardColors[severityOf(alert, event)],
          },
          { type: 'FactSet', facts: factsOf(alert).map(([title, value]) => ({ title, value })) },
        ],
      },
    },
  ],
})

const discord = (alert: Alert, event: AlertEvent) => ({
  content: sentence(alert, event),
  embeds: [
    {
      title: titleOf(alert),
      color: colors[severityOf(alert, event)],
      fields: factsOf(alert).map(([name, value]) => ({ name, value, inline: true })),
      timestamp: alert.ended ?? alert.started,
    },
  ],
  // a name in the alert must not notify people
  allowed_mentions: { parse: [] },
})

const alertmanager = (alert: Alert, event: AlertEvent) => {
  const { rule, metric, level, source, started, ended } = alert
  const lasts = event === 'test' ? TEST : FIRING
  return [
    {
      // the end has to have the labels of the start, so they contain nothing that changes
      labels: { alertname: titleOf(alert), severity: level === 'danger' ? 'critical' : 'warning', rule, metric },
      annotations: { summary: sentenceOf(alert), ...(source && { source }) },
      startsAt: started,
      endsAt: ended ?? new Date(Date.parse(started) + lasts).toISOString(),
    },
  ]
}

const formats: Readonly<Record<WebhookFormat, (alert: Alert, event: AlertEvent) => unknown>> = {
  json,
  slack,
  teams,
  discord,
  alertmanager,
}

/** The body of a webhook's message. */
export const buildMessage = (format: WebhookFormat, alert: Alert, event: AlertEvent) =>
  JSON.stringify(formats[format](alert, event))

/** Where messages of a format go: Alertmanager may be configured by its base address. */
export const addressOf = (format: WebhookFormat, endpoint: string) => {
  if (format !== 'alertmanager' || /\/api\/v\d+\/alerts\/?$/.test(endpoint)) return endpoint
  return `${endpoint.replace(/\/$/, '')}/api/v2/alerts`
}
