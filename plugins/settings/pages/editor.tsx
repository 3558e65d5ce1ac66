import PlugZap from 'lucide-react/icons/plug-zap'
import { useEffect, useId, useRef, useState } from 'react'
import { call, restartStorageServer, showToast, useQuery } from 'stowage/web'
import { counted, type Setting } from 'stowage'
import { Banner, Button, type FieldOptions, FormFields, useForm, Row } from 'stowage/ui'
import { pageForm as page } from 'stowage/classes'
import { type TargetSettings, type Section, settings as calls } from '../contract.ts'
import { reviewChanges, extent, type ReviewResult, type Part } from './diff.tsx'
import * as styles from './settings.css.ts'
import { testSection } from './test.tsx'
import {
  changesIn,
  discardAll,
  forgetUnsaved,
  isValid,
  keepUnsaved,
  titleOf,
  unsavedValues,
  type Unsaved,
  useUnsaved,
} from './unsaved.ts'
import { type Change, initialOf, schemaOf, testedOf } from './values.ts'
import { addPendingValues, pendingValuesOf } from './pending-values.ts'
import * as messages from '../messages.ts'

type Values = Readonly<Record<string, unknown>>

type EditorProps = {
  section: Section
  /** The fields, in order. */
  settings: readonly Setting[]
  stored: TargetSettings
  /** Saved values that need a restart. */
  pendingValues: Readonly<Record<string, string>>
  onSaved: () => Promise<void>
}

const record = { one: 'record', many: 'records' }

/** A number or duration, which the server's own help does not mark as such. */
const isAmount = (value = '') => /^\d+(\.\d+)?(ms|s|m|h|d)?$/.test(value)

/** Most characters of a title and a key that fit side by side in half a row. */
const MAX_HALF_LABEL = 34

/** Whether a field is narrow enough to share a row, with its title and key. */
const isNarrow = ({ kind, narrow, title, key }: Setting, value: string | undefined) =>
  title.length + key.length <= MAX_HALF_LABEL &&
  (narrow === true || ['number', 'duration', 'choice'].includes(kind) || (kind === 'text' && isAmount(value)))

/** The stored value, shown below a field that differs from it. */
const previousValueText = ({ before, secret }: Change) =>
  secret ? messages.replacesCurrentValue : `Was ${before === '' ? 'empty' : before}.`

/** The changes of a form against the values stored now, which others may have changed since it was opened. */
const currentChanges = async (form: Unsaved) => {
  const { section, stored } = form
  const changes = changesIn(form)
  const read = await call(calls.section, { params: { name: section.key } }).catch(() => undefined)
  const now = read?.targets.find(({ target }) => target === stored.target)
  if (!now) return changes
  const values = { ...now.values, ...now.pendingValues, ...pendingValuesOf(section.key, stored.target) }
  const current = changesIn({ ...form, stored: { ...stored, values } })
  return changes.map((change) => {
    const before = current.find(({ key }) => key === change.key)?.before ?? change.after
    return before === change.before || change.secret ? change : { ...change, before, isOutdated: true }
  })
}

/** The changes of one form, ready to save; saving forgets its input. */
const toPart = async (form: Unsaved): Promise<Part> => {
  const { section, stored } = form
  const changes = await currentChanges(form)
  const save = async () => {
    const body = { key_values: changes.map(({ key, after }) => ({ key, value: after })) }
    const { restart } = await call(calls.save, { params: { name: section.key, target: stored.target }, body })
    if (restart)
      addPendingValues(
        section.key,
        stored.target,
        Object.fromEntries(changes.flatMap(({ key, after, secret }) => (secret ? [] : [[key, after]]))),
      )
    forgetUnsaved(form)
  }
  const { key, lockout, dynamic } = section
  return { title: titleOf(form), section: key, lockout, dynamic, changes, save }
}

/** Form for one target of a section. Before saving, shows the changes of all forms. */
export const Editor = ({ section, settings, stored, pendingValues, onSaved }: EditorProps) => {
  const id = useId()
  const [fieldInAddress] = useQuery('field')
  const currentSettings = { ...stored, values: { ...stored.values, ...pendingValues } }
  const schema = useRef(schemaOf(settings, currentSettings)).current
  const [values, setValues] = useState<Values>(
    () => unsavedValues({ section, stored: currentSettings }) ?? initialOf(settings, currentSettings),
  )
  const ownChanges = changesIn({ section, settings, stored: currentSettings, values })
  const { forms } = useUnsaved()
  const others = forms.filter(
    (form) => form.section.key !== section.key || form.stored.target !== currentSettings.target,
  )

  const optionsOf = (setting: Setting): FieldOptions<Values> => {
    const { key, hint = '' } = setting
    const variable = currentSettings.fromEnvironment[key]
    const isSecretStored = currentSettings.secrets.includes(key)
    const change = ownChanges.find((one) => one.key === key)
    const pendingText =
      pendingValues[key] !== undefined &&
      messages.waitingForRestart(stored.values[key] ? stored.values[key] : 'the previous value')
    const stateText = isSecretStored ? messages.secretSetUnchanged : pendingText
    return {
      hint: [change ? previousValueText(change) : stateText, hint].filter(Boolean).join(' '),
      code: key,
      edited: change !== undefined,
      ...(isNarrow(setting, stored.values[key]) && { width: 'half' as const }),
      ...(variable && { disabled: () => messages.setByVariable(variable) }),
    }
  }

  const decideOn = async (changes: readonly Unsaved[]) =>
    reviewChanges(await Promise.all([...others, ...changes].map(toPart)))
  const finish = async ({ saved, total, restart }: ReviewResult) => {
    if (restart) await restartStorageServer()
    showToast(saved === total ? 'Configuration successfully saved' : messages.sectionsPartlySaved(saved, total))
    await onSaved()
  }
  const isReviewing = useRef(false)
  const saveOthers = async () => {
    if (isReviewing.current) return
    isReviewing.current = true
    try {
      const outcome = await decideOn([])
      if (outcome.saved > 0) await finish(outcome)
    } finally {
      isReviewing.current = false
    }
  }
  const outcome = useRef<ReviewResult>(undefined)

  const form = useForm({
    schema,
    initial: values,
    fields: Object.fromEntries(settings.map((setting) => [setting.key, optionsOf(setting)])),
    onChange: (next: Values) => {
      setValues(next)
      keepUnsaved({ section, settings, stored: currentSettings, values: next })
    },
    ask: async (checked: Values) => {
      outcome.current = await decideOn([{ section, settings, stored: currentSettings, values: checked }])
      return outcome.current.saved > 0
    },
    onSubmit: () => outcome.current && finish(outcome.current),
  })

  // focus the setting that a search found
  useEffect(() => {
    if (fieldInAddress)
      form.element.current
        ?.querySelector<HTMLElement>(`[data-field="${CSS.escape(fieldInAddress)}"] :is(input, select, textarea)`)
        ?.focus()
  }, [fieldInAddress])

  const all = [
    ...others.map((one) => ({ title: titleOf(one), changes: changesIn(one) })),
    ...(ownChanges.length > 0 ? [{ title: titleOf({ section, stored: currentSettings }), changes: ownChanges }] : []),
  ]
  const invalid = others.find((one) => !isValid(one))
  const { queue } = stored
  return (
    <form id={id} ref={form.element} className={page.form} noValidate onSubmit={form.submit}>
      <FormFields form={form} />
      {queue && (queue.queued > 0 || queue.dropped > 0 || queue.problem) && (
        <Banner tone={queue.problem || queue.dropped > 0 ? 'warning' : 'info'}>
          {[
            `${counted(queue.queued, record)} waiting.`,
            queue.problem && `Delivery fails: ${queue.problem}.`,
            queue.dropped > 0 && messages.recordsDropped(counted(queue.dropped, record)),
          ]
            .filter(Boolean)
            .join(' ')}
        </Banner>
      )}
      <Row gap={3} wrap className={styles.foot}>
        <span className={page.note}>
          {all.length > 0
            ? `${extent(all)}: ${all.map(({ title }) => title).join(', ')}`
            : section.dynamic
              ? messages.changesTakeEffectImmediately
              : messages.changesTakeEffectAfterRestart}
        </span>
        <Button tone="quiet" disabled={all.length === 0 && 'No changes'} onPress={discardAll}>
          Discard
        </Button>
        {section.test && (
          <Button
            icon={PlugZap}
            onPress={() =>
              void testSection({
                section,
                target: currentSettings.target,
                values: testedOf(settings, currentSettings, form.values),
              })
            }
          >
            Test
          </Button>
        )}
        <Button
          tone="primary"
          busy={form.busy ? 'Saving' : undefined}
          disabled={all.length === 0 ? 'No changes' : invalid && messages.correctValueFirst(titleOf(invalid))}
          {...(ownChanges.length > 0 ? { submit: true as const } : { onPress: () => void saveOthers() })}
        >
          Save
        </Button>
      </Row>
    </form>
  )
}
