import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Settings2 from 'lucide-react/icons/settings-2'
import Trash from 'lucide-react/icons/trash'
import { useState } from 'react'
import * as v from 'valibot'
import { duration, type Output } from 'stowage'
import { call, showToast, showError, useCall, useRefusals } from 'stowage/web'
import { column, Button, confirm, FormDialog, Status, Table, Row } from 'stowage/ui'
import { alerts, Change, OwnRule } from '../alerts/contract.ts'
import { WebhookEndpoint, WebhookFormat, webhookFormats, WebhookSecret } from '../alerts/webhook.ts'
import { type AlertMetric, alertMetrics } from '../alerts/metrics.ts'
import { formatValue } from '../alerts/alert-texts.ts'
import * as styles from './thresholds.css.ts'
import * as messages from '../messages.ts'

type Rule = Output<typeof alerts.rules>['rules'][number]

const metricOf = ({ metric }: Pick<Rule, 'metric'>): AlertMetric => alertMetrics[metric]

/** A threshold as text, such as `above 75%`. */
const limitOf = (rule: Rule) => `${metricOf(rule).beyond} ${formatValue(rule.threshold, metricOf(rule))}`

const options = Object.entries(alertMetrics).map(([value, { title, unit, beyond }]) => ({
  value,
  label: `${title} (${unit}), ${beyond}`,
}))

const levels = { warning: 'Warning', danger: 'Critical' } as const

const Hook = v.object({
  endpoint: v.optional(WebhookEndpoint, ''),
  format: WebhookFormat,
  secret: v.optional(WebhookSecret),
})

const durationField = {
  label: 'Duration',
  unit: 's',
  hint: messages.durationHelp,
}

const limitsOf = ({ threshold, durationSeconds, enabled }: Rule) => ({ threshold, durationSeconds, enabled })

const ChangeRule = ({ rule, onClose, onDone }: { rule: Rule; onClose: () => void; onDone: () => Promise<void> }) => (
  <FormDialog
    title="Change Threshold"
    verb="Save"
    done={messages.thresholdChanged(metricOf(rule).title, 'saved')}
    schema={Change}
    initial={rule}
    intro={messages.thresholdHelp(metricOf(rule).title, metricOf(rule).beyond)}
    fields={{
      threshold: { label: 'Threshold', unit: metricOf(rule).unit },
      durationSeconds: durationField,
      enabled: { label: 'On' },
    }}
    onClose={onClose}
    onDone={onDone}
    onSubmit={(body) => call(alerts.changeRule, { params: { id: rule.id }, body })}
    undo={() => call(alerts.changeRule, { params: { id: rule.id }, body: limitsOf(rule) })}
    replaces={{
      what: `the threshold "${metricOf(rule).title}"`,
      read: async () => {
        const { rules } = await call(alerts.rules)
        const stored = rules.find(({ id }) => id === rule.id)
        return stored && limitsOf(stored)
      },
      shown: limitsOf(rule),
    }}
  />
)

const AddRule = ({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<void> }) => (
  <FormDialog
    title="Add Threshold"
    verb="Add"
    done={({ metric }) => messages.thresholdChanged(alertMetrics[metric].title, 'added')}
    schema={OwnRule}
    initial={{ level: 'warning', durationSeconds: 60 }}
    fields={{
      metric: { label: 'Metric', options },
      level: { label: 'Severity', options: Object.entries(levels).map(([value, label]) => ({ value, label })) },
      durationSeconds: durationField,
    }}
    onClose={onClose}
    onDone={onDone}
    onSubmit={(body) => call(alerts.addRule, { body })}
  />
)

const SetHook = ({
  rules: { endpoint, format, signed },
  onClose,
  onDone,
}: {
  rules: Output<typeof alerts.rules>
  onClose: () => void
  onDone: () => Promise<void>
}) => (
  <FormDialog
    title="Set Webhook"
    verb="Save"
    done={(values) => messages.alertsAreSentTo(values.endpoint)}
    schema={Hook}
    initial={{ endpoint, format }}
    fields={{
      endpoint: {
        label: 'Endpoint',
        hint: messages.alertEndpointHelp,
        placeholder: 'https://',
      },
      format: { options: Object.entries(webhookFormats).map(([value, label]) => ({ value, label })) },
      secret: {
        label: 'Signing secret',
        control: 'secret',
        hint: signed ? messages.signingSecretSet : messages.signingSecretHelp,
      },
    }}
    onClose={onClose}
    onDone={onDone}
    onSubmit={(body) => call(alerts.setHook, { body })}
  >
    {(values) => (
      <div>
        <Button
          disabled={!values.endpoint && 'Enter an endpoint first'}
          onPress={() =>
            call(alerts.tryHook, { body: { ...values, endpoint: values.endpoint ?? '' } }).then(
              () => showToast(`Test message sent to ${values.endpoint ?? ''}`),
              showError,
            )
          }
        >
          Send a Test
        </Button>
      </div>
    )}
  </FormDialog>
)

/** Alert rules with thresholds and current values, and the webhook. */
export const Thresholds = () => {
  const { data, error, loading, reload } = useCall(alerts.rules)
  const [open, setOpen] = useState<Rule | 'add' | 'hook'>()
  const refusal = useRefusals({ change: { action: 'admin:ConfigUpdate' } })('change')
  const close = () => setOpen(undefined)
  const remove = async (rule: Rule) => {
    await confirm({
      title: 'Remove Threshold',
      verb: 'Remove',
      tone: 'danger',
      body: messages.ruleNoLongerApplies(metricOf(rule).title, limitOf(rule)),
      run: () => call(alerts.removeRule, { params: { id: rule.id } }),
      done: messages.thresholdChanged(metricOf(rule).title, 'removed'),
      revert: async () => {
        const { metric, level, threshold, durationSeconds, enabled } = rule
        const { id } = await call(alerts.addRule, { body: { metric, level, threshold, durationSeconds } })
        if (!enabled) await call(alerts.changeRule, { params: { id }, body: { threshold, durationSeconds, enabled } })
      },
      onDone: reload,
    })
  }
  return (
    <>
      <Row gap={3} wrap className={styles.bar}>
        <span className={styles.hook}>
          {data?.endpoint ? `Sent to ${data.endpoint} (${webhookFormats[data.format]})` : 'No webhook'}
        </span>
        <Button icon={Settings2} disabled={refusal} onPress={() => setOpen('hook')}>
          Set Webhook
        </Button>
        <Button icon={Plus} disabled={refusal} onPress={() => setOpen('add')}>
          Add Threshold
        </Button>
      </Row>
      <Table<Rule>
        rows={data?.rules}
        rowKey={({ id }) => id}
        noun={{ one: 'threshold', many: 'thresholds' }}
        name="thresholds"
        height="content"
        sort="none"
        error={error}
        loading={loading}
        onRetry={() => void reload()}
        empty={{ icon: Settings2 }}
        actions={(rule) => [
          { label: 'Change Threshold', icon: Pencil, disabled: refusal, onSelect: () => setOpen(rule) },
          ...(rule.own
            ? [
                {
                  label: 'Remove Threshold',
                  icon: Trash,
                  tone: 'danger' as const,
                  disabled: refusal,
                  onSelect: () => void remove(rule),
                },
              ]
            : []),
        ]}
        columns={[
          column.text('Metric', (rule) => metricOf(rule).title, { id: 'metric', width: 'minmax(0, 2fr)' }),
          column.text('Alert when', limitOf, { id: 'limit', narrow: 'second' }),
          column.text('For', ({ durationSeconds }) => durationSeconds, {
            id: 'duration',
            cell: ({ durationSeconds }) => (durationSeconds === 0 ? 'Immediately' : duration(durationSeconds)),
            narrow: 'hidden',
          }),
          column.text('Now', (rule) => rule.value, {
            cell: (rule) => (rule.value === undefined ? 'Unknown' : currentValue(rule)),
            narrow: 'hidden',
          }),
          column.text('Severity', ({ enabled, level }) => (enabled ? level : 'off'), {
            id: 'state',
            cell: ({ enabled, level }) => (enabled ? levels[level] : <Status tone="unknown">Off</Status>),
            width: '120px',
            narrow: 'second',
          }),
        ]}
      />
      {open === 'add' && <AddRule onClose={close} onDone={reload} />}
      {open === 'hook' && data && <SetHook rules={data} onClose={close} onDone={reload} />}
      {typeof open === 'object' && <ChangeRule rule={open} onClose={close} onDone={reload} />}
    </>
  )
}

const currentValue = (rule: Rule) =>
  rule.metric === 'full-in' && (rule.value ?? 0) >= 100_000 ? 'Never' : formatValue(rule.value ?? 0, metricOf(rule))
