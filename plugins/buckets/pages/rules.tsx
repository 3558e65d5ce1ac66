import Braces from 'lucide-react/icons/braces'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import * as v from 'valibot'
import { call, useCall, useQuery } from 'stowage/web'
import { displayName } from 'stowage'
import { Button, column, confirmDelete, FormDialog, ListTab, LoadingDialog } from 'stowage/ui'
import { AccessRule, buckets, documents, type ListedRule, RulePrefix } from '../contract.ts'
import { PolicyJson, policyTitle } from './policy-json.tsx'
import { OtherStatements } from './statements.tsx'
import * as messages from '../messages.ts'

const accessTexts = { readonly: 'readonly', writeonly: 'writeonly', readwrite: 'readwrite' } as const

const NewRule = v.object({
  prefix: v.pipe(RulePrefix, v.nonEmpty('Enter a prefix'), v.metadata({ control: 'mono', placeholder: 'photos/' })),
  access: v.pipe(AccessRule.entries.access, v.title('Access'), v.metadata({ options: accessTexts })),
})

/** Access level of a rule, or its exact actions if another program wrote something else. */
const accessOf = ({ access, actions }: ListedRule) => (actions ? `custom: ${actions.join(', ')}` : accessTexts[access])

const prefixText = (prefix: string) => (prefix ? displayName(prefix) : 'the whole bucket')

const columns = [
  column.name('Prefix', ({ prefix }: ListedRule) => prefixText(prefix)),
  column.text('Access', accessOf, { width: 'minmax(200px, 1fr)' }),
]

/** The rule as it can be set; actions of other programs cannot. */
const levelOf = ({ prefix, access }: AccessRule): AccessRule => ({ prefix, access })

/** One rule, for Undo; the others may change. */
const ruleOf = (bucket: string, prefix: string) => ({
  what: `the access rule for ${prefixText(prefix)}`,
  read: async () => {
    const { accessRules } = await call(buckets.accessRules, { params: { bucket } })
    return accessRules?.find((rule) => rule.prefix === prefix)
  },
})

type RuleDialogProps = { bucket: string; rule: ListedRule | 'new'; onClose: () => void; onDone: () => Promise<void> }

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
        done={({ prefix }) => messages.accessRuleChanged(prefixText(prefix), 'added')}
        onSubmit={save}
        {...dialog}
      />
    )
  return (
    <FormDialog
      title="Edit Access Rule"
      intro={
        <>
          Access without signing in to objects below <strong>{prefixText(rule.prefix)}</strong>.
        </>
      }
      schema={v.object({ access: NewRule.entries.access })}
      initial={{ access: rule.access }}
      verb="Save"
      {...dialog}
      done={messages.accessRuleChanged(prefixText(rule.prefix), 'updated')}
      onSubmit={({ access }) => save({ prefix: rule.prefix, access })}
      undo={rule.actions ? undefined : () => save(levelOf(rule))}
      replaces={ruleOf(bucket, rule.prefix)}
    />
  )
}

type PolicyDialogProps = { bucket: string; onClose: () => void; onDone: () => Promise<void> }

/** The policy as JSON, which is read each time the dialog opens: its rules may have changed since. */
const PolicyDialog = ({ bucket, ...dialog }: PolicyDialogProps) => {
  const state = useCall(documents.policyText, { params: { bucket } })
  return (
    <LoadingDialog title={policyTitle} what="the bucket policy" state={state} onClose={dialog.onClose}>
      {({ policy }) => <PolicyJson bucket={bucket} policy={policy} {...dialog} />}
    </LoadingDialog>
  )
}

type RulesProps = { bucket: string; refusal: string | false; onChanged: () => Promise<unknown> }

/** Anonymous access to a bucket by prefix (spec/2 section 2). */
export const Rules = ({ bucket, refusal, onChanged }: RulesProps) => {
  const list = useCall(buckets.accessRules, { params: { bucket } })
  const [setting, openSetting] = useQuery('set')
  const others = list.data?.statements ?? []
  const reload = async () => void (await Promise.all([list.reload(), onChanged()]))

  const remove = (rule: ListedRule) => {
    const { prefix, actions } = rule
    const restore = () => call(buckets.setAccessRule, { params: { bucket }, body: levelOf(rule) }).then(reload)
    return confirmDelete({
      noun: 'Access Rule',
      name: prefixText(prefix),
      ...(prefix && !actions && { revert: restore, replaces: ruleOf(bucket, prefix) }),
      body: (
        <>
          Objects below <strong>{prefixText(prefix)}</strong> will only be accessible after signing in.
        </>
      ),
      run: () => call(buckets.removeAccessRule, { params: { bucket }, body: { prefix } }),
    })
  }

  return (
    <>
      <ListTab
        noun={{ one: 'access rule', many: 'access rules' }}
        source={{ ...list, rows: list.data && (list.data.accessRules ?? []), reload }}
        rowKey={({ prefix }) => prefix}
        columns={columns}
        tools={
          <Button icon={Braces} disabled={refusal} onPress={() => openSetting('policy')}>
            Edit as JSON
          </Button>
        }
        create={{
          label: 'Add Access Rule',
          disabled: refusal,
          dialog: (dialog) => <RuleDialog bucket={bucket} rule="new" {...dialog} />,
        }}
        actions={[
          {
            label: 'Edit',
            icon: Pencil,
            disabled: refusal,
            dialog: ({ row, onClose, onDone }) => <RuleDialog bucket={bucket} rule={row} {...{ onClose, onDone }} />,
          },
          { label: 'Delete', icon: Trash2, tone: 'danger', disabled: refusal, run: ([rule]) => remove(rule) },
        ]}
        empty={{ icon: KeyRound, text: messages.accessRuleHelp }}
        table={{ height: others.length > 0 ? 'content' : 'page' }}
      />
      {others.length > 0 && <OtherStatements statements={others} />}
      {setting === 'policy' && <PolicyDialog bucket={bucket} onClose={() => openSetting('')} onDone={reload} />}
    </>
  )
}
