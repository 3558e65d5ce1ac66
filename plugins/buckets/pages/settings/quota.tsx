import { displayName } from 'stowage'
import * as v from 'valibot'
import { call, useMissingFeature } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { buckets, type Quota } from '../../contract.ts'
import { emptyDraft, bytesOf, sizeOf, units } from '../draft.ts'
import type { SettingProps } from './setting.ts'
import * as messages from '../../messages.ts'

const Schema = v.pipe(
  v.object({
    enabled: v.pipe(v.boolean(), v.title('Enabled'), v.description(messages.quotaHelp)),
    type: v.optional(v.pipe(v.picklist(['hard', 'fifo']), v.title('Quota Type'), v.metadata({ control: 'radio' }))),
    size: v.optional(v.pipe(v.number('Enter a number'), v.title('Quota'), v.minValue(1, messages.numberTooLow))),
    unit: v.optional(
      v.pipe(
        v.picklist(units),
        v.title('Unit'),
        v.metadata({ options: Object.fromEntries(units.map((unit) => [unit, unit])) }),
      ),
    ),
  }),
  v.forward(
    v.check(
      ({ size, unit }) => size === undefined || unit === undefined || bytesOf(size, unit) <= Number.MAX_SAFE_INTEGER,
      'Enter less than 8 PiB',
    ),
    ['size'],
  ),
)

const save = (bucket: string, { quota, type = 'hard' }: Quota) => {
  const body =
    quota === undefined ? { enabled: false as const } : { enabled: true as const, quota_type: type, amount: quota }
  return call(buckets.setQuota, { params: { bucket }, body })
}

const isOn = ({ enabled }: { enabled?: boolean }) => enabled === true

/** Sets or removes the quota of a bucket. */
export const SetQuota = ({ bucket, current, ...dialog }: SettingProps & { current: Quota }) => {
  const noFifo = useMissingFeature('fifo-quota')
  return (
    <FormDialog
      title="Enable Bucket Quota"
      schema={Schema}
      initial={{
        enabled: current.quota !== undefined,
        type: current.type ?? emptyDraft.quotaType,
        ...(current.quota === undefined
          ? { size: Number(emptyDraft.quotaSize), unit: emptyDraft.quotaUnit }
          : sizeOf(current.quota)),
      }}
      fields={{
        type: {
          visible: isOn,
          required: true,
          options: [
            { value: 'hard', label: 'Hard' },
            { value: 'fifo', label: 'FIFO', disabled: noFifo },
          ],
        },
        size: { visible: isOn, required: true, width: 'half' },
        unit: { visible: isOn, required: true, width: 'half' },
      }}
      verb="Save"
      {...dialog}
      done={({ enabled }) => messages.settingChanged('Quota', displayName(bucket), enabled ? 'updated' : 'removed')}
      onSubmit={({ enabled, type = 'hard', size = 0, unit = 'TiB' }) =>
        save(bucket, enabled ? { quota: bytesOf(size, unit), type } : {})
      }
      undo={() => save(bucket, current)}
      replaces={{
        what: `the quota of ${displayName(bucket)}`,
        read: () => call(buckets.quota, { params: { bucket } }),
      }}
    />
  )
}
