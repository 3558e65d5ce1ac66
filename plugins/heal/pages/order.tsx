import { displayName } from 'stowage'
import { Checkbox, Combo, Field, TextInput, Stack, Muted } from 'stowage/ui'
import * as styles from './heal.css.ts'
import type { Ordered } from './use-order.ts'
import * as messages from '../messages.ts'

type OrderFieldsProps = { order: Ordered; buckets: readonly string[]; locked: boolean }

/** Scope and options of healing; read-only while it runs. */
export const OrderFields = ({ order, buckets, locked }: OrderFieldsProps) => {
  const why = locked && messages.stopHealToChange
  const state = locked ? ('locked' as const) : ('open' as const)
  return (
    <>
      <Stack gap={4}>
        <Field label="Bucket" optional>
          {locked ? (
            <TextInput {...order.bucket} state={state} placeholder="All" />
          ) : (
            <Combo
              {...order.bucket}
              placeholder="All"
              options={buckets.map((name) => ({ value: name, label: displayName(name) }))}
            />
          )}
        </Field>
        <Field label="Prefix" optional error={order.problem || undefined}>
          <TextInput {...order.prefix} state={state} look="mono" />
        </Field>
        <Stack gap={2} className={styles.choices} role="group" aria-label="How">
          <Checkbox label="Recursive" {...order.recursive} disabled={why} />
          <Checkbox label="Dry run" {...order.dryRun} disabled={why} />
          <Checkbox label="Deep scan" {...order.deep} disabled={why} />
        </Stack>
      </Stack>
      <Stack gap={3} className={styles.group} role="group" aria-label={messages.startModeHelp}>
        <span className={styles.groupTitle}>{messages.startModeHelp}</span>
        <Stack gap={2} className={styles.choices}>
          <Checkbox label="Force Start" {...order.forceStart} disabled={why} />
          <Checkbox label="Force Stop" {...order.forceStop} disabled={why} />
        </Stack>
        <Muted as="p" size={12}>
          {messages.forceStartHelp}
        </Muted>
      </Stack>
    </>
  )
}
