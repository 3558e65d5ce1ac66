import { Failure } from 'stowage'
import type { Change, OwnRule, Running } from '../alerts/contract.ts'
import type { MetricId, Reading, Readings } from '../alerts/metrics.ts'
import { evaluateReading, MAX_GAP, type RuleState } from '../alerts/evaluate-reading.ts'
import { textOf, titleOf } from '../alerts/alert-texts.ts'
import {
  createRule,
  startAlert,
  type AlertState,
  updateRule,
  endAlert,
  isCustom,
  readAlertState,
  deleteRule,
  runningAlert,
  setWebhook,
  writeAlertState,
} from './alert-state.ts'
import { addressOf } from './alert-messages.ts'
import { createWebhookSender, send } from './alert-webhook.ts'
import type { Webhook } from '../alerts/webhook.ts'
import {
  createFeed,
  ENDPOINT,
  type KeyValueStore,
  type Log,
  type Outbound,
  type Pause,
  provideGauges,
  type SecretBox,
  Unreachable,
} from 'stowage/server'
import * as wording from '../messages.ts'

/** Dependencies of alerts. `pause` is for tests. */
export type AlertContext = {
  keyValueStore: KeyValueStore
  /** Encrypts the webhook, whose address and secret allow others to send messages. */
  secrets: SecretBox
  log: Log
  outbound: Outbound
  clock(): number
  pause?: Pause | undefined
}

type Opened = AlertContext & {
  state: AlertState
  sender: ReturnType<typeof createWebhookSender>
  /** Runs writes of the state one after another, so that an older state is never written last. */
  inOrder<Result>(write: () => Promise<Result>): Promise<Result>
  /** Saves the state; a failure is only logged. */
  save(): Promise<void>
}

/** The host of an endpoint; paths and queries may contain secrets. */
const hostOf = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).host : '')

/** Alerts of the console, evaluated from readings of any source. */
export const createAlerts = () => {
  let opened: Opened | undefined
  let ruleStates = new Map<string, RuleState>()
  let serversLastSeenAt: number | undefined
  const latest = new Map<MetricId, Reading & { at: number }>()
  const updates = createFeed<'changed'>()
  let leaveMetrics: (() => void) | undefined

  const requireOpen = (): Opened => {
    if (!opened) throw new Failure(503, 'The storage is restarting')
    return opened
  }

  const running = (): Running[] =>
    requireOpen().state.alerts.flatMap((alert) =>
      alert.ended === undefined ? [{ ...alert, title: titleOf(alert), text: textOf(alert) }] : [],
    )

  /**
   * Changes the state once the change is saved, and wakes the webhook sender and subscribers. Throws `Failure` 507 if
   * it cannot be saved.
   */
  const update = async <Result>(change: (state: AlertState, at: number) => Result): Promise<Result> => {
    const { state, clock, keyValueStore, secrets, sender, inOrder } = requireOpen()
    const result = await inOrder(async () => {
      const at = clock()
      const changed = structuredClone(state)
      change(changed, at)
      await writeAlertState(keyValueStore, secrets, changed).catch((error: Error) => {
        throw new Failure(507, wording.alertChangeNotSaved, { detail: error.message })
      })
      // not replaced by the copy: alerts may have started or ended meanwhile
      return change(state, at)
    })
    sender.wake()
    updates.publish('changed')
    return result
  }

  return {
    open: async (context: AlertContext) => {
      const { keyValueStore, secrets, log } = context
      const state = await readAlertState(keyValueStore, secrets, log)
      let last: Promise<unknown> = Promise.resolve()
      const inOrder = <Result>(write: () => Promise<Result>): Promise<Result> => {
        const written = last.then(write)
        last = written.catch(() => undefined)
        return written
      }
      const save = () =>
        inOrder(() => writeAlertState(keyValueStore, secrets, state)).catch((error: unknown) =>
          log.error({ err: error }, wording.alertsNotSaved),
        )
      const sender = createWebhookSender({ ...context, state: () => state, save })
      ruleStates = new Map()
      opened = { ...context, state, sender, inOrder, save }
      leaveMetrics = provideGauges(() =>
        (['warning', 'danger'] as const).map((level) => {
          const firing = state.alerts.filter((alert) => alert.ended === undefined && alert.level === level)
          return { name: 'alerts_firing', help: 'Running alerts.', labels: { level }, value: firing.length }
        }),
      )
      sender.wake()
    },

    close: async () => {
      leaveMetrics?.()
      const closing = opened
      opened = undefined
      await closing?.sender.stop()
      await closing?.save()
    },

    /** Metrics that enabled rules use. */
    requiredMetrics: (): MetricId[] => [
      ...new Set(opened?.state.rules.filter(({ enabled }) => enabled).map(({ metric }) => metric)),
    ],

    /** Evaluates a sample, as of when it began. Skips metrics of which a sample that began later was evaluated. */
    take: async (sample: Readings, at = opened?.clock() ?? 0) => {
      if (!opened) return
      const { state, save, sender } = opened
      const readings: { [Id in MetricId]?: Reading } = {}
      let hasChanged = false
      for (const [metric, reading] of Object.entries(sample) as [MetricId, Reading][]) {
        const lead = (latest.get(metric)?.at ?? at) - at
        // after a longer one, the clock was set back
        if (lead > 0 && lead <= MAX_GAP) continue
        readings[metric] = reading
        latest.set(metric, { ...reading, at })
      }
      if (readings['drives-offline']) serversLastSeenAt = at
      for (const rule of state.rules) {
        const reading = readings[rule.metric]
        if (!rule.enabled || !reading) continue
        const alert = runningAlert(state, rule.id)
        const result = evaluateReading(rule, reading, alert !== undefined, ruleStates.get(rule.id), at)
        ruleStates.set(rule.id, result.state)
        if (result.started !== undefined) startAlert(state, rule, reading, result.started, at)
        if (result.ended !== undefined) endAlert(state, rule.id, result.ended, at)
        // while the metric recovers, the alert keeps its last bad value
        else if (alert && result.state.back === undefined) {
          alert.value = reading.value
          if (reading.source) alert.source = reading.source
          if (reading.part) alert.part = reading.part
        }
        hasChanged ||= result.started !== undefined || result.ended !== undefined
      }
      if (!hasChanged) return
      await save()
      sender.wake()
      updates.publish('changed')
    },

    list: () => {
      const { state, keyValueStore } = requireOpen()
      const isRunning = (one: { ended?: string | undefined }) => one.ended === undefined
      const alerts = [...state.alerts.filter(isRunning), ...state.alerts.filter((one) => !isRunning(one))]
      return {
        alerts,
        durable: keyValueStore.isDurable,
        ...(serversLastSeenAt !== undefined && { updated: new Date(serversLastSeenAt).toISOString() }),
      }
    },

    running,

    /** Yields the running alerts immediately and after every change. */
    follow: async function* (signal: AbortSignal) {
      const over = new AbortController()
      const changes = updates.follow(AbortSignal.any([signal, over.signal]))
      // starts listening before the first yield, so that no change is missed
      let next = changes.next()
      try {
        yield { alerts: running() }
        for (let { done } = await next; !done; { done } = await (next = changes.next())) yield { alerts: running() }
      } finally {
        over.abort()
      }
    },

    rules: (mayChange: boolean) => {
      const { state } = requireOpen()
      return {
        rules: state.rules.map((rule) => {
          const reading = latest.get(rule.metric)
          return { ...rule, own: isCustom(rule.id), ...(reading && { value: reading.value }) }
        }),
        endpoint: mayChange ? state.webhook.endpoint : hostOf(state.webhook.endpoint),
        format: state.webhook.format,
        signed: state.webhook.secret !== '',
      }
    },

    changeRule: async (id: string, to: Change) => {
      await update((state, at) => updateRule(state, id, to, at))
      ruleStates.delete(id)
    },

    addRule: (rule: OwnRule) => update((state) => createRule(state, rule)),

    removeRule: async (id: string) => {
      await update((state, at) => deleteRule(state, id, at))
      ruleStates.delete(id)
    },

    /** Rejects a forbidden address; an address that does not respond is accepted. */
    setHook: async (webhook: Webhook) => {
      const { endpoint, format } = webhook
      if (endpoint) await requireOpen().outbound.check(addressOf(format, endpoint), ENDPOINT)
      await update((state) => setWebhook(state, webhook))
    },

    /** Sends a test message. Throws `Failure` if the webhook rejects it. */
    tryHook: async ({ endpoint, format, secret }: Webhook) => {
      const { outbound, clock, state } = requireOpen()
      if (!endpoint) throw new Unreachable('address', ENDPOINT, wording.webhookAddressFormat)
      const started = new Date(clock()).toISOString()
      const alert = {
        id: '0',
        rule: 'test',
        metric: 'capacity-used',
        level: 'warning',
        threshold: 75,
        value: 76,
        started,
      } as const
      const settings = { endpoint, format, secret: secret ?? state.webhook.secret }
      await send(outbound, settings, { alert, event: 'test', at: clock() })
    },
  }
}
