import * as v from 'valibot'
import { Failure } from 'stowage'
import { Alert, RuleEntry } from '../alerts/contract.ts'
import { defaults, type Rule } from '../alerts/figures.ts'
import { type Webhook, WebhookFormat } from '../alerts/webhook.ts'
import type { KeyValueStore, Log, SecretBox } from 'stowage/server'
import * as texts from '../messages.ts'

/** A webhook message that still has to be sent. */
const Notice = v.object({ alert: v.string(), turn: v.picklist(['began', 'ended']), since: v.number() })
export type Notice = v.InferOutput<typeof Notice>

/** Drops entries that another version wrote and this one cannot parse. */
const knownEntries = <const Entry extends v.GenericSchema>(entry: Entry) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((all): v.InferOutput<Entry>[] => all.filter((one): one is v.InferOutput<Entry> => v.is(entry, one))),
  )

/** The webhook; an empty `endpoint` for none, an empty `secret` for no signature. */
const WebhookSettings = v.object({ endpoint: v.string(), format: WebhookFormat, secret: v.string() })
export type WebhookSettings = v.InferOutput<typeof WebhookSettings>

const StoredState = v.object({
  rules: knownEntries(RuleEntry),
  /** Address of the webhook as earlier versions stored it. */
  endpoint: v.string(),
  /** The sealed settings of the webhook. */
  webhook: v.optional(v.string()),
  /** Newest first; ended ones only up to `PAST`. */
  alerts: knownEntries(Alert),
  notices: knownEntries(Notice),
  last: v.number(),
})
export type AlertState = Omit<v.InferOutput<typeof StoredState>, 'endpoint' | 'webhook'> & { webhook: WebhookSettings }

/** Limits: ended alerts kept, rules, and queued webhook messages. */
const [PAST, RULES, WAITING] = [500, 60, 200]

const NAME = 'dashboard-alerts'

const noWebhook = (): WebhookSettings => ({ endpoint: '', format: 'json', secret: '' })

const emptyBook = (): AlertState => ({ rules: [], webhook: noWebhook(), alerts: [], notices: [], last: 0 })

/** Adds default rules that are missing, such as those of a newer version. */
const withDefaults = (book: AlertState): AlertState => ({
  ...book,
  rules: [
    ...defaults.map((rule) => book.rules.find(({ id }) => id === rule.id) ?? { ...rule }),
    ...book.rules.filter(({ id }) => isCustom(id)),
  ],
})

/** Whether a user created the rule. */
export const isCustom = (id: string) => id.startsWith('own-')

const unsealWebhook = async (sealed: string, secrets: SecretBox, log: Log): Promise<WebhookSettings> => {
  const text = await secrets.unseal(sealed)
  if (text !== undefined) return v.parse(WebhookSettings, JSON.parse(text))
  log.error({}, texts.webhookOfAlertsCannot)
  return noWebhook()
}

/** Alerts of earlier versions have their delivery in `told`. */
const withDelivery = (saved: unknown): unknown => {
  const alerts = v.safeParse(
    v.looseObject({ alerts: v.array(v.looseObject({ told: v.optional(v.unknown()) })) }),
    saved,
  )
  if (!alerts.success) return saved
  return {
    ...alerts.output,
    alerts: alerts.output.alerts.map(({ told: delivery, ...alert }) =>
      delivery === undefined ? alert : { ...alert, delivery },
    ),
  }
}

/** Reads the saved state. State that cannot be read is replaced by the defaults, with a warning in the log. */
export const readAlertState = async (keep: KeyValueStore, secrets: SecretBox, log: Log): Promise<AlertState> => {
  try {
    const text = await keep.read(NAME)
    if (text === undefined) return withDefaults(emptyBook())
    const { endpoint, webhook: sealed, ...stored } = v.parse(StoredState, withDelivery(JSON.parse(text)))
    const webhook = sealed === undefined ? { ...noWebhook(), endpoint } : await unsealWebhook(sealed, secrets, log)
    return withDefaults({ ...stored, webhook })
  } catch (error) {
    log.error({ err: error }, texts.savedAlertsCannotBeRead)
    return withDefaults(emptyBook())
  }
}

/** Writes the whole state in one write, so that an alert and its queued messages stay consistent. */
export const writeAlertState = async (keep: KeyValueStore, secrets: SecretBox, { webhook, ...book }: AlertState) => {
  const sealed = webhook.endpoint ? await secrets.seal(JSON.stringify(webhook)) : undefined
  await keep.write(NAME, JSON.stringify({ ...book, endpoint: '', ...(sealed && { webhook: sealed }) }))
}

const ruleOf = (book: AlertState, id: string): Rule => {
  const rule = book.rules.find((one) => one.id === id)
  if (!rule) throw new Failure(404, `There is no rule "${id}"`)
  return rule
}

const alertOf = (book: AlertState, id: string) => book.alerts.find((one) => one.id === id)

/** The running alert of a rule. */
export const runningAlert = (book: AlertState, rule: string) =>
  book.alerts.find((one) => one.rule === rule && one.ended === undefined)

const notify = (book: AlertState, alert: Alert, turn: Notice['turn'], now: number) => {
  if (!book.webhook.endpoint) return
  alert.delivery = { state: 'waiting', tries: 0 }
  book.notices.push({ alert: alert.id, turn, since: now })
  for (const lost of book.notices.splice(0, Math.max(0, book.notices.length - WAITING)))
    markUndelivered(book, lost, 'too much waited')
}

/** Marks an alert whose webhook message was given up. */
export const markUndelivered = (book: AlertState, { alert: id }: Notice, reason: string) => {
  const alert = alertOf(book, id)
  if (alert?.delivery) alert.delivery = { ...alert.delivery, state: 'given-up', reason }
}

/** Starts an alert. */
export const startAlert = (
  book: AlertState,
  { id: rule, figure, level, threshold }: Rule,
  seen: { value: number; where?: string | undefined; part?: string | undefined },
  began: number,
  now: number,
) => {
  book.last += 1
  const alert: Alert = {
    id: String(book.last),
    rule,
    figure,
    level,
    threshold,
    ...seen,
    began: new Date(began).toISOString(),
  }
  book.alerts.unshift(alert)
  notify(book, alert, 'began', now)
}

/** Ends the running alert of a rule, if there is one. */
export const endAlert = (book: AlertState, rule: string, ended: number, now: number) => {
  const alert = runningAlert(book, rule)
  if (!alert) return
  alert.ended = new Date(ended).toISOString()
  notify(book, alert, 'ended', now)
  let past = 0
  book.alerts = book.alerts.filter((one) => one.ended === undefined || ++past <= PAST)
}

/** Changes a rule; disabling it ends its alert. */
export const updateRule = (book: AlertState, id: string, to: Pick<Rule, 'on' | 'threshold' | 'hold'>, now: number) => {
  Object.assign(ruleOf(book, id), to)
  const running = runningAlert(book, id)
  if (running) running.threshold = to.threshold
  if (!to.on) endAlert(book, id, now, now)
}

/** Adds a custom rule and returns its ID. */
export const createRule = (book: AlertState, rule: Omit<Rule, 'id' | 'on'>): string => {
  if (book.rules.length >= RULES) throw new Failure(409, texts.limitOfRulesIsReached(RULES))
  book.last += 1
  const id = `own-${book.last}`
  book.rules.push({ ...rule, id, on: true })
  return id
}

/** Removes a custom rule and ends its alert. */
export const deleteRule = (book: AlertState, id: string, now: number) => {
  ruleOf(book, id)
  if (!isCustom(id)) throw new Failure(409, texts.defaultRulesCannotBeDeleted)
  endAlert(book, id, now, now)
  book.rules = book.rules.filter((one) => one.id !== id)
}

/** Changes the webhook; messages queued for the previous address are dropped. */
export const setWebhook = (book: AlertState, { endpoint, format, secret }: Webhook) => {
  const before = book.webhook
  book.webhook = endpoint ? { endpoint, format, secret: secret ?? before.secret } : noWebhook()
  if (endpoint === before.endpoint) return
  for (const notice of book.notices.splice(0))
    markUndelivered(book, notice, endpoint ? 'the webhook was changed' : 'the webhook was removed')
}

/** The next queued message and its alert; drops messages without an alert. */
export const nextNotice = (book: AlertState): { notice: Notice; alert: Alert } | undefined => {
  for (;;) {
    const [notice] = book.notices
    if (!notice) return undefined
    const alert = alertOf(book, notice.alert)
    if (alert) return { notice, alert }
    book.notices.shift()
  }
}
