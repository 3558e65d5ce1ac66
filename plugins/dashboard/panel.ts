import * as v from 'valibot'
import { call, panelForm } from 'stowage/web'
import { alerts, Change } from './alerts/contract.ts'
import { WebhookEndpoint, WebhookFormat, webhookFormats, WebhookSecret } from './alerts/webhook.ts'
import { defaults, type AlertMetric, alertMetrics, type Rule } from './alerts/metrics.ts'
import * as messages from './messages.ts'

const levels = { warning: 'warning', danger: 'critical' } as const

const labelOf = ({ metric, level }: Rule) => {
  const { title, beyond }: AlertMetric = alertMetrics[metric]
  return `${title}: ${levels[level]} ${beyond}`
}

const thresholds = Object.fromEntries(
  defaults.map((rule) => [
    rule.id,
    v.pipe(Change.entries.threshold, v.title(labelOf(rule)), v.metadata({ unit: alertMetrics[rule.metric].unit })),
  ]),
)

const Entries = v.object({
  endpoint: v.optional(
    v.pipe(
      WebhookEndpoint,
      v.title('Webhook'),
      v.description(messages.alertWebhookHelp),
      v.metadata({ control: 'mono', placeholder: 'https://hooks.example/alerts' }),
    ),
    '',
  ),
  format: v.pipe(WebhookFormat, v.metadata({ options: webhookFormats })),
  secret: v.optional(
    v.pipe(
      WebhookSecret,
      v.title('Signing secret'),
      v.description(messages.signingSecretKeepHelp),
      v.metadata({ control: 'secret' }),
    ),
  ),
  ...thresholds,
})

/** The webhook of alerts and the thresholds of the built-in rules, as a panel of the Settings page. */
export const thresholdsPanel = panelForm({
  schema: Entries,
  read: async () => {
    const { rules, endpoint, format } = await call(alerts.rules)
    return { endpoint, format, ...Object.fromEntries(rules.map(({ id, threshold }) => [id, threshold])) }
  },
  save: async ({ endpoint, format, secret, ...values }) => {
    const before = await call(alerts.rules)
    const typed = values as Readonly<Record<string, number>>
    for (const { id, threshold, durationSeconds, enabled } of before.rules) {
      const next = typed[id]
      if (next !== undefined && next !== threshold)
        await call(alerts.changeRule, { params: { id }, body: { threshold: next, durationSeconds, enabled } })
    }
    if (endpoint !== before.endpoint || format !== before.format || secret !== undefined)
      await call(alerts.setHook, { body: { endpoint, format, secret } })
  },
  testAction: {
    label: 'Send a Test',
    done: 'Test message sent',
    refusal: ({ endpoint }) => (endpoint ? false : 'Enter a webhook first'),
    run: async ({ endpoint, format, secret }) => {
      await call(alerts.tryHook, { body: { endpoint, format, secret } })
    },
  },
})
