import { useState } from 'react'
import { call } from 'stowage/web'
import { count, displayName } from 'stowage'
import { confirm, FormDialog } from 'stowage/ui'
import { buckets, NewRetention, type Retention } from '../../contract.ts'
import { noRetention, unitsOf } from '../draft.ts'
import type { SettingProps } from './setting.ts'
import * as messages from '../../messages.ts'

/** Confirms compliance mode, which cannot be shortened, and applies it; resolves to true when done. */
export const confirmCompliance = (bucket: string, { validity, unit }: NewRetention, run: () => Promise<void>) => {
  const time = `${count(validity)} ${validity === 1 ? unit.slice(0, -1) : unit}`
  return confirm({
    title: 'Retain in Compliance Mode',
    body: (
      <p>
        Every new object in <strong>{displayName(bucket)}</strong> is retained for {time}. No one, not even an
        administrator, can delete it earlier, nor the bucket that contains it.
      </p>
    ),
    undo: messages.youCanChange,
    verb: 'Set',
    typed: bucket,
    run,
  })
}

/** Sets the default retention of new objects (spec/2 section 5). */
export const SetRetention = ({ bucket, current, ...dialog }: SettingProps & { current: Retention }) => {
  const { mode = noRetention.mode, unit = noRetention.unit, validity = Number(noRetention.validity) } = current
  const [length, setLength] = useState<number | undefined>(validity)
  return (
    <FormDialog
      title="Set Retention Configuration"
      schema={NewRetention}
      initial={{ mode, unit, validity }}
      fields={{
        mode: {
          label: 'Retention Mode',
          control: 'radio',
          hint: messages.retentionModesHelp,
        },
        validity: { label: 'Validity', width: 'half' },
        unit: { label: 'Unit', width: 'half', options: unitsOf(length) },
      }}
      verb="Set"
      blocked={(values) => !((values.validity ?? 0) >= 1) && messages.retentionPeriodRequired}
      onChange={(values) => setLength(values.validity)}
      {...dialog}
      done={messages.settingChanged('Retention', displayName(bucket), 'updated')}
      onSubmit={(body) => {
        const set = () => call(buckets.setRetention, { params: { bucket }, body })
        return body.mode === 'governance' ? set() : confirmCompliance(bucket, body, set)
      }}
    />
  )
}

/** Confirms and removes the default retention; resolves to true when done. */
export const removeRetention = (bucket: string) =>
  confirm({
    title: 'Turn Off Retention',
    body: (
      <>
        New objects in <strong>{displayName(bucket)}</strong> will not be retained. Objects already stored keep their
        retention.
      </>
    ),
    undo: messages.disableRetentionHelp,
    verb: 'Turn Off',
    run: () => call(buckets.removeRetention, { params: { bucket } }),
    done: messages.settingChanged('Retention', displayName(bucket), 'turned off'),
  })
