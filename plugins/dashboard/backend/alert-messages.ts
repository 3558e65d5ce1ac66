import type { Alert } from '../alerts/contract.ts'
import { formatValue, sentenceOf, titleOf } from '../alerts/alert-texts.ts'
import { type Figure, figures } from '../alerts/figures.ts'
import type { WebhookFormat } from '../alerts/webhook.ts'
import type { Notice } from './alert-state.ts'

export type AlertEvent = Notice['turn'] | 'test'

/** How long Alertmanager keeps an alert firing, in ms. It would resolve one without an end after five minutes. */
const FIRING = 30 * 86_400_000

/** How long it keeps a test firing, in ms. */
const TEST = 60_000

const sentence = (alert: Alert, turn: AlertEvent) => {
  const word = { began: 'Alert', ended: 'Over', test: 'Test' }[turn]
  const { where } = alert
  return `${word}: ${turn === 'ended' ? titleOf(alert) + (where ? `, ${where}` : '') : sentenceOf(alert)}`
}

/** Title and value of the facts about an alert. */
const factsOf = (alert: Alert): [title: string, value: string][] => {
  const figure: Figure = figures[alert.figure]
  return [
    ['Value', formatValue(alert.value, figure)],
    ['Threshold', `${figure.beyond} ${formatValue(alert.threshold, figure)}`],
    ...(alert.where ? ([['Where', alert.where]] as [string, string][]) : []),
    ['Started', alert.began],
    ...(alert.ended ? ([['Ended', alert.ended]] as [string, string][]) : []),
  ]
}

type Severity = 'good' | Alert['level']
const severityOf = ({ level }: Alert, turn: AlertEvent): Severity => (turn === 'ended' ? 'good' : level)

const colors: Readonly<Record<Severity, number>> = { good: 0x2e7d32, warning: 0xed9b00, danger: 0xd32f2f }

/** Slack reads these three characters as markup. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const json = (alert: Alert, turn: AlertEvent) => {
  const { id, rule, figure, level, threshold, value, where, began, ended } = alert
  return {
    text: sentence(alert, turn),
    state: turn,
    alert: {
      id,
      rule,
      figure,
      title: titleOf(alert),
      level,
      threshold,
      value,
      unit: figures[figure].unit,
      ...(where && { where }),
      began,
      ...(ended && { ended }),
    },
  }
}

const slack = (alert: Alert, turn: AlertEvent) => ({
  text: escaped(sentence(alert, turn)),
  attachments: [
    {
      color: `#${colors[severityOf(alert, turn)].toString(16)}`,
      fallback: escaped(sentence(alert, turn)),
      fields: factsOf(alert).map(([title, value]) => ({ title, value: escaped(value), short: true })),
    },
  ],
})

const cardColors: Readonly<Record<Severity, string>> = { good: 'Good', warning: 'Warning', danger: 'Attention' }

const teams = (alert: Alert, turn: AlertEvent) => ({
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
            text: sentence(alert, turn),
            wrap: true,
            weight: 'Bolder',
            color: cardColors[severityOf(alert, turn)],
          },
          { type: 'FactSet', facts: factsOf(alert).map(([title, value]) => ({ title, value })) },
        ],
      },
    },
  ],
})

const discord = (alert: Alert, turn: AlertEvent) => ({
  content: sentence(alert, turn),
  embeds: [
    {
      title: titleOf(alert),
      color: colors[severityOf(alert, turn)],
      fields: factsOf(alert).map(([name, value]) => ({ name, value, inline: true })),
      timestamp: alert.ended ?? alert.began,
    },
  ],
  // a name in the alert must not notify people
  allowed_mentions: { parse: [] },
})

const alertmanager = (alert: Alert, turn: AlertEvent) => {
  const { rule, figure, level, where, began, ended } = alert
  const lasts = turn === 'test' ? TEST : FIRING
  return [
    {
      // the end has to have the labels of the start, so they contain no value or place that changes
      labels: { alertname: titleOf(alert), severity: level === 'danger' ? 'critical' : 'warning', rule, figure },
      annotations: { summary: sentenceOf(alert), ...(where && { where }) },
      startsAt: began,
      endsAt: ended ?? new Date(Date.parse(began) + lasts).toISOString(),
    },
  ]
}

const formats: Readonly<Record<WebhookFormat, (alert: Alert, turn: AlertEvent) => unknown>> = {
  json,
  slack,
  teams,
  discord,
  alertmanager,
}

/** The body of a webhook's message. */
export const buildMessage = (format: WebhookFormat, alert: Alert, turn: AlertEvent) =>
  JSON.stringify(formats[format](alert, turn))

/** Where messages of a format go: Alertmanager may be given by its base address. */
export const addressOf = (format: WebhookFormat, endpoint: string) => {
  if (format !== 'alertmanager' || /\/api\/v\d+\/alerts\/?$/.test(endpoint)) return endpoint
  return `${endpoint.replace(/\/$/, '')}/api/v2/alerts`
}
