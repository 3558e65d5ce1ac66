import PlugZap from 'lucide-react/icons/plug-zap'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useId, useRef } from 'react'
import { say } from '../../../core/banners.ts'
import { call } from '../../../core/client.ts'
import type { Failure } from '../../../core/failure.ts'
import { shown } from '../../../core/format.ts'
import { useLeaveGuard } from '../../../core/leave-guard.ts'
import { restartStorage } from '../../../core/restart.ts'
import type { Setting } from '../../../core/setting.ts'
import { Banner } from '../../../core/ui/banner.tsx'
import { Button } from '../../../core/ui/button.tsx'
import { confirm } from '../../../core/ui/confirm.tsx'
import { FormFields } from '../../../core/ui/form.tsx'
import * as styles from '../../../core/ui/page-form.css.ts'
import { type FieldOptions, useForm } from '../../../core/ui/use-form.ts'
import { counted } from '../../../core/ui/words.ts'
import { type Held, settings as calls } from '../contract.ts'
import type { SectionShape } from '../sections.ts'
import { decide } from './diff.tsx'
import { changesOf, initialOf, schemaOf, testedOf } from './values.ts'
import { canTest, testSection } from './test.tsx'
import { keepWaiting } from './waiting.ts'

type Values = Readonly<Record<string, unknown>>

type EditorProps = {
  shape: SectionShape
  /** What there is to set, in order. */
  settings: readonly Setting[]
  held: Held
  /** What was saved and waits for a restart. */
  waiting: Readonly<Record<string, string>>
  onSaved: () => Promise<void>
}

const record = { one: 'record', many: 'records' }

/** What stands beside another field: what is short, and what belongs together. */
const isShort = ({ key, kind }: Setting) => ['number', 'duration', 'choice'].includes(kind) || ['client_id', 'client_secret', 'claim_name', 'claim_prefix'].includes(key)

const blamed = (settings: readonly Setting[]) => ({ message }: Failure) => settings.find(({ key }) => message.startsWith(`${key}:`))?.key

/** The form of one target of a section: what it changes is shown before it is saved. */
export const Editor = ({ shape, settings, held: told, waiting, onSaved }: EditorProps) => {
  const id = useId()
  const held = { ...told, values: { ...told.values, ...waiting } }
  const schema = useRef(schemaOf(settings, held)).current
  const params = { name: shape.id, target: held.target }
  const isNamed = held.target !== '_'
  const title = isNamed ? `${shape.title}, ${shown(held.target)}` : shape.title

  const optionsOf = (setting: Setting): FieldOptions<Values> => {
    const { key, hint = '' } = setting
    const variable = held.held[key]
    const kept = held.secrets.includes(key)
    const waits = waiting[key] !== undefined && `Waiting for a restart: the server still uses ${told.values[key] ? told.values[key] : 'what was before'}.`
    const said = kept ? 'Set, unchanged. Enter another one to replace it.' : waits
    return {
      hint: [said, hint].filter(Boolean).join(' '),
      code: key,
      ...(isShort(setting) && { width: 'half' as const }),
      ...(variable && { disabled: () => `Held by ${variable} on the server. Change it there.` }),
    }
  }

  const apply = async (restart: boolean, said: string) => {
    if (restart) await restartStorage()
    say(said)
    await onSaved()
  }

  const form = useForm({
    schema,
    initial: initialOf(settings, held),
    fields: Object.fromEntries(settings.map((setting) => [setting.key, optionsOf(setting)])),
    blame: blamed(settings),
    onSubmit: async (values: Values) => {
      const changes = changesOf(settings, held, values)
      const save = async () => {
        const { restart } = await call(calls.save, { params, body: { key_values: changes.map(({ key, after }) => ({ key, value: after })) } })
        if (restart) keepWaiting(shape.id, held.target, Object.fromEntries(changes.flatMap(({ key, after, secret }) => (secret ? [] : [[key, after]]))))
      }
      const decided = await decide({ title, live: shape.live, changes, save })
      if (decided !== 'cancelled') await apply(decided === 'restart', 'Configuration successfully saved')
    },
  })
  const changes = changesOf(settings, held, form.values)
  useLeaveGuard(changes.length > 0 && !form.busy)

  const reset = async () => {
    let restart = false
    const gone = await confirm({
      title: isNamed ? `Remove ${shape.noun ?? 'Target'}` : 'Reset to Defaults',
      body: (
        <p>
          {isNamed ? 'This removes ' : 'This sets '}
          <strong>{title}</strong>
          {isNamed ? ', with all its settings.' : ' to its defaults. Secrets among its settings are erased.'}
        </p>
      ),
      undo: 'never',
      verb: isNamed ? 'Remove' : 'Reset',
      busyVerb: isNamed ? 'Removing' : 'Resetting',
      run: async () => {
        ;({ restart } = await call(calls.reset, { params }))
      },
    })
    if (gone) await apply(false, restart ? 'It counts after a restart of the server' : 'Configuration successfully saved')
  }

  const { backlog } = told
  return (
    <form id={id} ref={form.element} className={styles.form} noValidate onSubmit={form.submit}>
      <FormFields form={form} />
      {backlog && (backlog.waiting > 0 || backlog.lost > 0 || backlog.problem) && (
        <Banner tone={backlog.problem || backlog.lost > 0 ? 'warning' : 'info'}>
          {[`${counted(backlog.waiting, record)} waiting.`, backlog.problem && `It cannot be told: ${backlog.problem}.`, backlog.lost > 0 && `${counted(backlog.lost, record)} found no room any more.`].filter(Boolean).join(' ')}
        </Banner>
      )}
      <div className={styles.foot}>
        <Button tone="primary" submit busy={form.busy ? 'Saving' : undefined} disabled={changes.length === 0 && 'Nothing was changed yet'}>
          Save
        </Button>
        {canTest(shape.id) && (
          <Button icon={PlugZap} onPress={() => void testSection({ ...params, values: testedOf(settings, held, form.values) })}>
            Test
          </Button>
        )}
        <Button icon={RotateCcw} onPress={() => void reset()}>
          {isNamed ? `Remove ${shape.noun ?? 'Target'}` : 'Reset to Defaults'}
        </Button>
        <span className={styles.note}>{shape.live ? 'What is saved applies at once.' : 'The server needs a restart afterwards.'}</span>
      </div>
    </form>
  )
}
