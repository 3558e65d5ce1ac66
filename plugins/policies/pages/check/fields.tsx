import KeyRound from 'lucide-react/icons/key-round'
import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { displayName } from 'stowage'
import { useCall, useSession } from 'stowage/web'
import { Button, Combo, type ComboOption, Field, IconButton, Select, TextInput, Row } from 'stowage/ui'
import { policies } from '../../contract.ts'
import { groupLabels } from '../action-groups.ts'
import { ConditionDialog } from '../condition-dialog.tsx'
import { useBucketNames } from '../bucket-names.ts'
import * as others from '../other-calls.ts'
import * as styles from './check.css.ts'
import { type Draft, missingIn, conditionText } from './question.ts'
import * as messages from '../../messages.ts'

const icons = { user: User, group: Users, 'service-account': KeyRound } as const

const kinds = [
  { value: 'user', label: 'User' },
  { value: 'group', label: 'Group' },
  { value: 'service-account', label: 'Service account' },
]

const optionsOf = (names: readonly string[] | undefined): ComboOption[] => (names ?? []).map((value) => ({ value }))

/** Accounts of a kind to suggest; empty if they cannot be listed, so that a name must be typed. */
const useAccounts = (kind: Draft['kind']): readonly ComboOption[] => {
  const on = useSession().plugins.includes('identity')
  const users = useCall(others.users, {}, { when: on && kind === 'user' })
  const groups = useCall(others.groups, {}, { when: on && kind === 'group' })
  const ownAccounts = useCall(others.accounts, {}, { when: on && kind === 'service-account' })
  return useMemo(() => {
    if (kind === 'group') return optionsOf(groups.data?.groups)
    if (kind === 'service-account') return optionsOf(ownAccounts.data)
    return (users.data?.users ?? []).map(({ accessKey, memberOf }) => ({
      value: accessKey,
      hint: memberOf.join(', ') || undefined,
    }))
  }, [kind, users.data, groups.data, ownAccounts.data])
}

/** All actions to suggest, with descriptions. */
const useActions = () => {
  const { data } = useCall(policies.vocabulary)
  return useMemo(
    () =>
      (data?.actions ?? []).map(
        ({ name, group, description }): ComboOption => ({ value: name, hint: description, group: groupLabels[group] }),
      ),
    [data],
  )
}

/** Buckets to suggest. */
export const useBuckets = () => {
  const { names } = useBucketNames()
  return useMemo(() => optionsOf(names), [names])
}

type BucketProps = { value: string; isOptional: boolean; onChange: (bucket: string) => void }

/** Bucket of the question. A bucket that is not listed may still exist: the field says so and accepts it. */
const Bucket = ({ value, isOptional, onChange }: BucketProps) => {
  const { names } = useBucketNames()
  const options = useMemo(() => optionsOf(names), [names])
  const [typing, setTyping] = useState(false)
  const isUnknown = !typing && value !== '' && names !== undefined && !names.includes(value)
  return (
    <div style={{ display: 'contents' }} onFocus={() => setTyping(true)} onBlur={() => setTyping(false)}>
      <Field label="Bucket" optional={isOptional} error={isUnknown ? messages.bucketNotListed : undefined}>
        <Combo icon={Package} value={value} options={options} placeholder="Choose" onChange={onChange} />
      </Field>
    </div>
  )
}

const Condition = v.object({
  key: v.pipe(
    v.string(),
    v.title('Condition key'),
    v.trim(),
    v.regex(/^(aws|s3|jwt|ldap|sts|svc):\S+$/, messages.conditionKeyExample),
  ),
  value: v.pipe(v.string(), v.title('Value')),
})

const AddCondition = ({
  onClose,
  onAdd,
}: {
  onClose: () => void
  onAdd: (condition: { key: string; value: string }) => void
}) => {
  const { data } = useCall(policies.vocabulary)
  const keys = useMemo(() => optionsOf(data?.conditionKeys.map(({ name }) => name)), [data])
  return (
    <ConditionDialog
      schema={Condition}
      initial={{ key: 'aws:SourceIp' }}
      fields={{
        key: {
          render: ({ value, onChange, error }) => (
            <Field label="Condition key" hint={messages.conditionKeyHelp} error={error}>
              <Combo value={String(value)} onChange={onChange} options={keys} look="mono" />
            </Field>
          ),
        },
        value: { placeholder: '10.20.4.17' },
      }}
      onAdd={onAdd}
      onClose={onClose}
    />
  )
}

type FieldsProps = { draft: Draft; onChange: (change: Partial<Draft>) => void; busy: boolean; onCheck: () => void }

/** Fields of the question. */
export const Fields = ({ draft, onChange, busy, onCheck }: FieldsProps) => {
  const accounts = useAccounts(draft.kind)
  const actions = useActions()
  const [adding, setAdding] = useState(false)
  const { conditions } = draft
  const has = (key: string) => conditions.some((one) => one.key === key)
  const without = (key: string) => conditions.filter((one) => one.key !== key)
  const isListing = /^s3:ListBucket(Versions)?$/.test(draft.action)
  return (
    <>
      <form
        className={styles.question}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onCheck()
        }}
      >
        <Field label="Type">
          <Select
            value={draft.kind}
            options={kinds}
            onChange={(kind) => onChange({ kind: kind as Draft['kind'], name: '' })}
          />
        </Field>
        <Field label="Account">
          <Combo
            icon={icons[draft.kind]}
            value={draft.name}
            options={accounts}
            placeholder="Choose"
            onChange={(name) => onChange({ name })}
          />
        </Field>
        <Field label="Action">
          <Combo look="mono" value={draft.action} options={actions} onChange={(action) => onChange({ action })} />
        </Field>
        <Bucket
          value={draft.bucket}
          isOptional={!draft.action.startsWith('s3:')}
          onChange={(bucket) => onChange({ bucket })}
        />
        <Field label={isListing ? 'Prefix' : 'Key'} optional>
          <TextInput
            look="mono"
            value={draft.key}
            placeholder={isListing ? 'reports/' : 'reports/2026.csv'}
            onChange={(key) => onChange({ key })}
          />
        </Field>
        <span className={styles.send}>
          <Button
            tone="primary"
            where="browser"
            submit
            busy={busy ? 'Checking' : undefined}
            disabled={missingIn(draft)}
          >
            Check
          </Button>
        </span>
      </form>
      <Row gap={3} wrap className={styles.when}>
        When
        {conditions.map((condition) => (
          <span key={condition.key} className={styles.chip}>
            {displayName(conditionText(condition))}
            <IconButton
              icon={X}
              label={`Remove ${conditionText(condition)}`}
              onPress={() => onChange({ conditions: without(condition.key) })}
            />
          </span>
        ))}
        {!has('aws:SecureTransport') && (
          <Button
            size="sm"
            tone="quiet"
            icon={Plus}
            onPress={() => onChange({ conditions: [...conditions, { key: 'aws:SecureTransport', value: 'true' }] })}
          >
            TLS is on
          </Button>
        )}
        <Button size="sm" tone="quiet" icon={Plus} onPress={() => setAdding(true)}>
          Condition
        </Button>
      </Row>
      {adding && (
        <AddCondition
          onClose={() => setAdding(false)}
          onAdd={(condition) => onChange({ conditions: [...without(condition.key), condition] })}
        />
      )}
    </>
  )
}
