import Braces from 'lucide-react/icons/braces'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import * as v from 'valibot'
import { call, useCall, useQuery } from 'stowage/web'
import { displayName } from 'stowage'
import { Button, confirmDelete, FormDialog } from 'stowage/ui'
import { AccessRule, buckets, documents, type ListedRule, RulePrefix } from '../contract.ts'
import { PolicyJson } from './policy-json.tsx'
import { OtherStatements } from './statements.tsx'
import { RuleTable } from './rule-table.tsx'
import * as messages from '../messages.ts'

const words = { readonly: 'readonly', writeonly: 'writeonly', readwrite: 'readwrite' } as const

const NewRule = v.object({
  prefix: v.pipe(RulePrefix, v.nonEmpty('Enter a prefix'), v.metadata({ control: 'mono', placeholder: 'photos/' })),
  access: v.pipe(AccessRule.entries.access, v.title('Access'), v.metadata({ options: words })),
})

/** Access level of a rule, or its exact actions if another program wrote something else. */
const accessOf = ({ access, actions }: ListedRule) => (actions ? `custom: ${actions.join(', ')}` : words[access])

const named = (prefix: string) => (prefix ? displayName(prefix) : 'the whole bucket')

type RuleDialogProps = { bucket: string; rule: AccessRule | 'new'; onClose: () => void; onDone: () => Promise<void> }

const RuleDialog = ({ bucket, rule, ...dialog }: RuleDialogProps) => {
  const save = (body: AccessRule) => call(buckets.setAccessRule, { params: { bucket }, body })
  if (rule === 'new')
    return (
      <FormDialog
        title="Add Access Rule"
        intro={messages.accessWithoutSigning}
        schema={NewRule}
        initial={{ access: 'readonly' }}
        verb="Save"
        blocked={({ prefix }) => !prefix && 'Enter a prefix'}
        done={({ prefix }) => messages.accessRuleChanged(named(prefix), 'added')}
        onSubmit={save}
        {...dialog}
      />
    )
  return (
    <FormDialog
      title="Edit Access Rule"
      intro={
        <>
          Access without signing in to objects below <strong>{named(rule.prefix)}</strong>.
        </>
      }
      schema={v.object({ access: NewRule.entries.access })}
      initial={{ access: rule.access }}
      verb="Save"
      {...dialog}
      done={messages.accessRuleChanged(named(rule.prefix), 'updated')}
      onSubmit={({ access }) => save({ prefix: rule.prefix, access })}
    />
  )
}

type RulesProps = { bucket: string; refusal: string | false; onChanged: () => Promise<unknown> }

/** Anonymous access to a bucket by prefix (spec/2 section 2). */
export const Rules = ({ bucket, refusal, onChanged }: RulesProps) => {
  const list = useCall(buckets.accessRules, { params: { bucket } })
  const [open, setOpen] = useState<AccessRule | 'new'>()
  const [setting, openSetting] = useQuery('set')
  const policyText = useCall(documents.policyText, { params: { bucket } }, { when: setting === 'policy' })
  const others = list.data?.statements ?? []
  const reload = async () => void (await Promise.all([list.reload(), onChanged()]))

  const remove = ({ prefix }: AccessRule) =>
    confirmDelete({
      noun: 'Access Rule',
      name: prefix,
      body: (
        <>
          Objects below <strong>{named(prefix)}</strong> will only be accessible after signing in.
        </>
      ),
      run: () => call(buckets.removeAccessRule, { params: { bucket }, body: { prefix } }),
      onDone: reload,
    })

  return (
    <>
      <RuleTable
        rows={list.data && (list.data.accessRules ?? [])}
        columns={[
          { id: 'prefix', title: 'Prefix', look: 'name', value: ({ prefix }) => named(prefix) },
          { id: 'access', title: 'Access', value: accessOf, width: 'minmax(200px, 1fr)' },
        ]}
        rowKey={({ prefix }) => prefix}
        height={others.length > 0 ? 'content' : 'page'}
        noun={{ one: 'access rule', many: 'access rules' }}
        icon={KeyRound}
        about={messages.ruleOpensObjectsBelowPrefix}
        list={list}
        refusal={refusal}
        onAdd={() => setOpen('new')}
        onEdit={setOpen}
        onRemove={(rule) => void remove(rule)}
        also={
          <Button icon={Braces} disabled={refusal} onPress={() => openSetting('policy')}>
            Edit as JSON
          </Button>
        }
      />
      {others.length > 0 && <OtherStatements statements={others} />}
      {setting === 'policy' && policyText.data && (
        <PolicyJson bucket={bucket} policy={policyText.data.policy} onClose={() => openSetting('')} onDone={reload} />
      )}
      {open && <RuleDialog bucket={bucket} rule={open} onClose={() => setOpen(undefined)} onDone={reload} />}
    </>
  )
}
