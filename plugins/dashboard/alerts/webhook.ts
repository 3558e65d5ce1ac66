import * as v from 'valibot'
import { limits, text } from 'stowage'
import * as texts from '../messages.ts'

/** Formats of the webhook's messages, with their names on screens. */
export const webhookFormats = {
  json: 'JSON',
  slack: 'Slack or Mattermost',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  alertmanager: 'Prometheus Alertmanager',
} as const
export type WebhookFormat = keyof typeof webhookFormats

export const WebhookFormat = v.picklist(
  Object.keys(webhookFormats) as [WebhookFormat, ...WebhookFormat[]],
  'Choose a format',
)

/** Address of the webhook; empty for none. */
export const WebhookEndpoint = v.pipe(
  text(limits.key),
  v.check((address) => address === '' || /^https?:\/\/[^/]/.test(address), texts.endpointFormat),
)

/** Key of the signature in the header `X-Stowage-Signature`; empty for none. */
export const WebhookSecret = text(limits.secret)

/** Settings of the webhook. Without `secret` the stored one remains. */
export const Webhook = v.object({
  endpoint: WebhookEndpoint,
  format: v.optional(WebhookFormat, 'json'),
  secret: v.optional(WebhookSecret),
})
export type Webhook = v.InferOutput<typeof Webhook>
