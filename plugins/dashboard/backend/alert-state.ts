import * as v from 'valibot'
import { Failure, isObject } from 'stowage'
import { Alert, RuleEntry } from '../alerts/contract.ts'
import { defaults, type Rule } from '../alerts/metrics.ts'
import { type Webhook, WebhookFormat } from '../alerts/webhook.ts'
import type { KeyValueStore, Log, SecretBox } from 'stowage/server'
import * as texts from '../messages.ts'

/** A webhook message that still has to be sent. */
const Notice = v.object({
  alert: v.string(),
  event: v.picklist(['started', 'ended']),
  since: v.number(),
  tries: v.optional(v.number()),
})
export type Notice = v.InferOutput<typeof Notice>

/** Drops entries that another version wrote and this one cannot parse. */
const parsableEntries = <const Entry extends v.GenericSchema>(entry: Entry) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((all): v.InferOutput<Entry>[] => all.filter((one): one is v.InferOutput<Entry> => v.is(entry, one))),
  )

/** The webhook; an empty `endpoint` for none, an empty `secret` for no signature. */
const WebhookSettings = v.object({ endpoint: v.string(), format: WebhookFormat, secret: v.string() })
export type WebhookSettings = v.InferOutput<typeof WebhookSettings>

const StoredState = v.object({
  rules: parsableEntries(RuleEntry),
  /** Address of the webhook as earlier versions stored it. */
  endpoint: v.string(),
  /** The sealed settings of the webhook. */
  webhook: v.optional(v.string()),
  /** Newest first; ended ones only up to `MAX_ENDED`. */
  alerts: parsableEntries(Alert),
  notices: parsableEntries(Notice),
  last: v.number(),
})
export type AlertState = Omit<v.InferOutput<typeof StoredState>, 'endpoint' | 'webhook'> & {
  webhook: WebhookSettings
  /** Settings of the webhook that cannot be decrypted, for when the key is back. */
  sealedWebhook?: string | undefined
}

/** Limits: ended alerts kept, rules, and queued webhook messages. */
const [MAX_ENDED, MAX_RULES, MAX_QUEUED] = [500, 60, 200]

const STORE_KEY = 'dashboard-alerts'

/** Name under which a damaged state is saved before it is replaced. */
const DAMAGED_KEY = 'dashboard-alerts-damaged'

const noWebhook = (): WebhookSettings => ({ endpoint: '', format: 'json', secret: '' })

const emptyState = (): AlertState => ({ rules: [], webhook: noWebhook(), alerts: [], notices: [], last: 0 })

/** Adds default rules that are missing, such as those of a newer version. */
const withDefaults = (state: AlertState): AlertState => ({
  ...state,
  rules: [
    ...defaults.map((rule) => state.rules.find(({ id }) => id === rule.id) ?? { ...rule }),
    ...state.rules.filter(({ id }) => isCustom(id)),
  ],
})

/** Whether a user created the rule. */
export const isCustom = (id: string) => id.startsWith('own-')

const unsealWebhook = async (
  sealed: string,
  secrets: SecretBox,
  log: Log,
): Promise<Pick<AlertState, 'webhook' | 'sealedWebhook'>> => {
  const text = await secrets.unseal(sealed)
  if (text !== undefined) return { webhook: v.parse(WebhookSettings, JSON.parse(text)) }
  log.error({}, texts.alertWebhookNotDecrypted)
  return { webhook: noWebhook(), sealedWebhook: sealed }
}

/** Fields that earlier versions stored under other names. */
const renamedFields: Readonly<Record<string, string>> = {
  figure: 'metric',
  hold: 'durationSeconds',
  on: 'enabled',
  where: 'source',
  began: 'started',
  told: 'delivery',
  turn: 'event',
}

const Entries = v.array(v.record(v.string(), v.unknown()))

/** Converts the values of fields that earlier versions stored as other values. */
const upgradeValue = (name: string, value: unknown): unknown => {
  if (name === 'turn' && value === 'began') return 'started'
  if (!isObject(value)) return value
  return value.state === 'given-up' ? { ...value, state: 'failed' } : value
}

/** Converts the rules, alerts or messages of earlier versions. */
const upgradeEntries = (entries: unknown): unknown =>
  v.is(Entries, entries)
    ? entries.map((entry) =>
        Object.fromEntries(
          Object.entries(entry).map(([name, value]) => [renamedFields[name] ?? name, upgradeValue(name, value)]),
        ),
      )
    : entries

/** Converts the document of an earlier version. */
const upgradeState = (saved: unknown): unknown => {
  if (!isObject(saved)) return saved
  const { rules, alerts, notices, ...rest } = saved
  return {
    ...rest,
    rules: upgradeEntries(rules),
    alerts: upgradeEntries(alerts),
    notices: upgradeEntries(notices),
  }
}

/**
 * Reads the saved state. A damaged one is copied, and replaced by the defaults with a message in the log. Rejects if
 * the store cannot be read.
 */
export const readAlertState = async (
  keyValueStore: KeyValueStore,
  secrets: SecretBox,
  log: Log,
): Promise<AlertState> => {
  const text = await keyValueStore.read(STORE_KEY)
  if (text === undefined) return withDefaults(emptyState())
  try {
    const { endpoint, webhook: sealed, ...stored } = v.parse(StoredState, upgradeState(JSON.parse(text)))
    const webhook =
      sealed === undefined ? { webhook: { ...noWebhook(), endpoint } } : await unsealWebhook(sealed, secrets, log)
    return withDefaults({ ...stored, ...webhook })
  } catch (error) {
    await keyValueStore.write(DAMAGED_KEY, text)
    log.error({ err: error }, texts.savedAlertsDamaged(DAMAGED_KEY))
    return withDefaults(emptyState())
  }
}

/** Writes the whole state in one write, so that an alert and its queued messages stay consistent. */
export const writeAlertState = async (
  keyValueStore: KeyValueStore,
  secrets: SecretBox,
  { webhook, sealedWebhook, ...state }: AlertState,
) => {
  const sealed = webhook.endpoint ? await secrets.seal(JSON.stringify(webhook)) : sealedWebhook
  await keyValueStore.write(STORE_KEY, JSON.stringify({ ...state, endpoint: '', ...(sealed && { webhook: sealed }) }))
}

const ruleOf = (state: AlertState, id: string): Rule => {
  const rule = state.rules.find((one) => one.id === id)
  if (!rule) throw new Failure(404, `There is no rule "${id}"`)
  return rule
}

const alertOf = (state: AlertState, id: string) => state.alerts.find((one) => one.id === id)

/** The running alert of a rule. */
export const runningAlert = (state: AlertState, rule: string) =>
  state.alerts.find((one) => one.rule === rule && one.ended === undefined)

/** Whether a message about the alert still has to be sent. */
export const isQueued = (state: AlertState, { id }: Alert) => state.notices.some((notice) => notice.alert === id)

const notify = (state: AlertState, alert: Alert, event: Notice['event'], now: number) => {
  if (!state.webhook.endpoint) return
  if (!isQueued(state, alert)) alert.delivery = { state: 'waiting', tries: 0 }
  state.notices.push({ alert: alert.id, event, since: now })
  for (const dropped of state.notices.splice(0, Math.max(0, state.notices.length - MAX_QUEUED)))
    markUndelivered(state, dropped, 'too many messages were waiting')
}

/** Marks an alert whose webhook message will not be sent again. */
export const markUndelivered = (state: AlertState, { alert: id }: Notice, reason: string) => {
  const alert = alertOf(state, id)
  if (alert?.delivery) alert.delivery = { ...alert.delivery, state: 'failed', reason }
}

export const startAlert = (
  state: AlertState,
  { id: rule, metric, level, threshold }: Rule,
  reading: { value: number; source?: string | undefined; part?: string | undefined },
  started: number,
  now: number,
) => {
  state.last += 1
  const alert: Alert = {
    id: String(state.last),
    rule,
    metric,
    level,
    threshold,
    ...reading,
    started: new Date(started).toISOString(),
  }
  state.alerts.unshift(alert)
  notify(state, alert, 'started', now)
}

/** Ends the running alert of a rule, if there is one. */
export const endAlert = (state: AlertState, rule: string, ended: number, now: number) => {
  const alert = runningAlert(state, rule)
  if (!alert) return
  alert.ended = new Date(ended).toISOString()
  notify(state, alert, 'ended', now)
  let endedCount = 0
  state.alerts = state.alerts.filter((one) => one.ended === undefined || ++endedCount <= MAX_ENDED)
}

/** Changes a rule; disabling it ends its alert. */
export const updateRule = (
  state: AlertState,
  id: string,
  to: Pick<Rule, 'enabled' | 'threshold' | 'durationSeconds'>,
  now: number,
) => {
  Object.assign(ruleOf(state, id), to)
  const running = runningAlert(state, id)
  if (running) running.threshold = to.threshold
  if (!to.enabled) endAlert(state, id, now, now)
}

/** Adds a custom rule and returns its ID. */
export const createRule = (state: AlertState, rule: Omit<Rule, 'id' | 'enabled'>): string => {
  if (state.rules.length >= MAX_RULES) throw new Failure(409, texts.tooManyRules(MAX_RULES))
  state.last += 1
  const id = `own-${state.last}`
  state.rules.push({ ...rule, id, enabled: true })
  return id
}

/** Removes a custom rule and ends its alert. */
export const deleteRule = (state: AlertState, id: string, now: number) => {
  ruleOf(state, id)
  if (!isCustom(id)) throw new Failure(409, texts.defaultRuleNotDeletable)
  endAlert(state, id, now, now)
  state.rules = state.rules.filter((one) => one.id !== id)
}

/** Changes the webhook; messages queued for the previous address are dropped. */
export const setWebhook = (state: AlertState, { endpoint, format, secret }: Webhook) => {
  const before = state.webhook
  state.webhook = endpoint ? { endpoint, format, secret: secret ?? before.secret } : noWebhook()
  state.sealedWebhook = undefined
  if (endpoint === before.endpoint) return
  for (const notice of state.notices.splice(0))
    markUndelivered(state, notice, endpoint ? 'the webhook was changed' : 'the webhook was removed')
}

/** The next queued message and its alert; drops messages without an alert. */
export const nextNotice = (state: AlertState): { notice: Notice; alert: Alert } | undefined => {
  for (;;) {
    const [notice] = state.notices
    if (!notice) return undefined
    const alert = alertOf(state, notice.alert)
    if (alert) return { notice, alert }
    state.notices.shift()
  }
}
