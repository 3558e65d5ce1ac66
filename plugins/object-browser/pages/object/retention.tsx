import * as v from 'valibot'
import { call } from 'stowage/web'
import { capitalize, displayName } from 'stowage'
import { confirm, FormDialog } from 'stowage/ui'
import { type Item, objects } from '../../contract.ts'
import { lastName } from '../path.ts'
import { retentionNow } from './lock.ts'
import { inputOf, type SettingProps } from './setting.ts'
import { dayField, endOf, RetentionFields } from './retention-fields.tsx'
import * as messages from '../../messages.ts'

const Schema = v.object({
  ...RetentionFields,
  bypass: v.optional(
    v.pipe(v.boolean(), v.title('Bypass Governance'), v.description(messages.requiredToShortenRetention)),
  ),
})

/** Asks for confirmation, because compliance cannot be shortened, then sets it; resolves to true once done. */
const confirmCompliance = (bucket: string, key: string, day: string, run: () => Promise<void>) =>
  confirm({
    title: 'Retain in Compliance Mode',
    body: (
      <p>
        This version of <strong>{displayName(key)}</strong> is locked until the end of {day}, in UTC. Nobody can delete
        it or its bucket before then, including administrators.
      </p>
    ),
    undo: 'never',
    verb: 'Set',
    // some names cannot be typed
    typed: displayName(lastName(key)) === lastName(key) ? lastName(key) : bucket,
    run,
  })

/** Dialog for a version's retention mode and end date. */
export const SetRetention = (props: SettingProps & { mayBypass: boolean }) => {
  const { bucket, item, mayBypass, onClose, onDone } = props
  const current = retentionNow(item)
  const running = current?.state === 'running' ? current.mode : undefined
  return (
    <FormDialog
      title="Set Retention Policy"
      schema={Schema}
      initial={{ mode: current?.mode ?? 'governance', date: current?.until.slice(0, 10) ?? '' }}
      fields={{
        mode:
          running === 'compliance'
            ? {
                options: [{ value: running, label: capitalize(running) }],
                hint: messages.complianceOnlyExtended,
              }
            : {
                hint: messages.governanceHelp,
              },
        date: dayField,
        bypass: { visible: () => running === 'governance' && mayBypass },
      }}
      verb="Save"
      blocked={({ mode, date }) => !(mode && date) && messages.chooseTypeAndDate}
      onClose={onClose}
      onDone={onDone}
      done={messages.retentionChanged(displayName(lastName(item.name)), 'updated')}
      onSubmit={({ mode, date, bypass = false }) => {
        const body = { mode, expires: endOf(date), governance_bypass: bypass }
        const set = () => call(objects.setRetention, { ...inputOf(bucket, item), body })
        return mode === 'governance' || running === 'compliance'
          ? set()
          : confirmCompliance(bucket, item.name, date, set)
      }}
    />
  )
}

/** Confirms, then removes governance retention; resolves to true once done. */
export const disableRetention = (bucket: string, item: Item) =>
  confirm({
    title: 'Disable Retention',
    body: messages.removeRetentionWarning,
    verb: 'Disable',
    run: () => call(objects.removeRetention, inputOf(bucket, item)),
    done: messages.retentionChanged(displayName(lastName(item.name)), 'disabled'),
  })
