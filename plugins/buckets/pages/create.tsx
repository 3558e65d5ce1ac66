import { type FormEvent, useEffect, useId, useState } from 'react'
import { call, refreshSession, useMissingFeature } from 'stowage/web'
import {
  Banner,
  Button,
  CancelButton,
  Dialog,
  ErrorBanner,
  Field,
  NumberInput,
  RadioGroup,
  Select,
  Switch,
  TextInput,
  Stack,
  useSavedDrafts,
  useTask,
} from 'stowage/ui'
import { buckets } from '../contract.ts'
import { confirmCompliance } from './settings/retention.tsx'
import * as styles from './create.css.ts'
import {
  emptyDraft,
  changeDraft,
  type Draft,
  hasLocking,
  missingField,
  type Problems,
  problems,
  toNewBucket,
  units,
  unitsOf,
  hasVersioning,
  withoutMissing,
} from './draft.ts'
import * as messages from '../messages.ts'

/** Delay after the last keystroke before a name is checked, in ms (spec/2 section 9). */
const NAME_CHECK_DELAY = 1000

type AmountProps = {
  label: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
  unit: string
  onUnitChange: (unit: string) => void
  units: readonly { value: string; label: string }[]
}

/** A number and its unit, side by side. */
const Amount = ({ label, error, value, onChange, unit, onUnitChange, units }: AmountProps) => (
  <div className={styles.pair}>
    <Field label={label} error={error}>
      <NumberInput value={value} onChange={onChange} />
    </Field>
    <Field label="Unit">
      <Select value={unit} onChange={onUnitChange} options={units} />
    </Field>
  </div>
)

type PartProps = { draft: Draft; wrong: Problems; set: (patch: Partial<Draft>) => void }

const Quota = ({ draft, wrong: errors, set }: PartProps) => {
  const noFifo = useMissingFeature('fifo-quota')
  return (
    <Stack gap={5} className={styles.opened}>
      <RadioGroup
        label="Type"
        look="row"
        value={draft.quotaType}
        onChange={(quotaType) => set({ quotaType: quotaType === 'fifo' ? 'fifo' : 'hard' })}
        options={[
          { value: 'hard', label: 'Hard' },
          { value: 'fifo', label: 'FIFO', disabled: noFifo },
        ]}
      />
      <Amount
        label="Size"
        error={errors.quotaSize}
        value={draft.quotaSize}
        onChange={(quotaSize) => set({ quotaSize })}
        unit={draft.quotaUnit}
        onUnitChange={(chosen) => set({ quotaUnit: units.find((unit) => unit === chosen) ?? 'TiB' })}
        units={units.map((unit) => ({ value: unit, label: unit }))}
      />
    </Stack>
  )
}

const Retention = ({ draft, wrong: errors, set }: PartProps) => (
  <Stack gap={5} className={styles.opened}>
    <RadioGroup
      label="Mode"
      value={draft.mode}
      onChange={(mode) => set({ mode: mode === 'governance' ? 'governance' : 'compliance' })}
      options={[
        { value: 'compliance', label: 'Compliance', hint: messages.complianceModeHelp },
        { value: 'governance', label: 'Governance', hint: messages.governanceModeHelp },
      ]}
    />
    <Amount
      label="Validity"
      error={errors.validity}
      value={draft.validity}
      onChange={(validity) => set({ validity })}
      unit={draft.unit}
      onUnitChange={(unit) => set({ unit: unit === 'years' ? 'years' : 'days' })}
      units={unitsOf(Number(draft.validity))}
    />
  </Stack>
)

const Features = ({ draft, wrong: errors, set }: PartProps) => {
  // on MinIO, drives without erasure coding are the reason
  const isManaged = useMissingFeature('administration') === undefined
  const reasonFor = (reason: string | undefined) =>
    reason !== undefined && (isManaged ? messages.serverWithoutErasureCoding : reason)
  const noVersions = reasonFor(useMissingFeature('versions'))
  const noLocks = reasonFor(useMissingFeature('locks'))
  const noQuota = reasonFor(useMissingFeature('quota'))
  // a touch screen has no tooltip; on MinIO, the banner says why
  const hintOf = (missing: string | false, help: string) => (missing && !isManaged ? `${missing}.` : help)
  // some servers lock objects without having versions
  const retentionNeeds = noVersions ? 'object locking' : 'versioning'
  return (
    <Stack gap={5} className={styles.features}>
      {noVersions && isManaged && <Banner tone="info">{messages.someFeaturesAreDisabled}</Banner>}
      <Switch
        label="Versioning"
        hint={hintOf(
          noVersions,
          draft.locking && !noVersions ? messages.versioningRequiredForLocking : messages.versioningHelp,
        )}
        value={!noVersions && hasVersioning(draft)}
        onChange={(versioning) => set({ versioning })}
        disabled={noVersions || (draft.locking && 'Object locking needs versioning')}
      />
      <Switch
        label="Object Locking"
        hint={draft.retention ? 'Retention needs it.' : hintOf(noLocks, messages.objectLockingHelp)}
        value={hasLocking(draft)}
        onChange={(locking) => set({ locking })}
        disabled={noLocks || (draft.retention && 'Retention needs object locking')}
      />
      <Switch
        label="Quota"
        hint={hintOf(noQuota, messages.quotaHelp)}
        value={draft.quota}
        onChange={(quota) => set({ quota })}
        disabled={noQuota}
      />
      {draft.quota && <Quota draft={draft} wrong={errors} set={set} />}
      <Switch
        label="Retention"
        hint={hasVersioning(draft) || noLocks ? messages.retentionHelp : `Needs ${retentionNeeds}.`}
        value={draft.retention}
        onChange={(retention) => set({ retention })}
        disabled={noLocks || (!hasVersioning(draft) && `Turn ${retentionNeeds} on first`)}
      />
      {draft.retention && <Retention draft={draft} wrong={errors} set={set} />}
    </Stack>
  )
}

/** The name's problem, once typing has paused. */
const useSettledName = (name: string) => {
  const [settled, settle] = useState(name)
  useEffect(() => {
    const timer = setTimeout(() => settle(name), NAME_CHECK_DELAY)
    return () => clearTimeout(timer)
  }, [name])
  return settled === name && name.trim() !== ''
}

/** Creates a bucket; `onCreated` gets its name. */
export const CreateBucket = ({ onClose, onCreated }: { onClose: () => void; onCreated: (name: string) => void }) => {
  const form = useId()
  const { restored, update } = useSavedDrafts('Create Bucket', Object.keys(emptyDraft))
  const [chosen, setDraft] = useState<Draft>({ ...emptyDraft, ...(restored as Partial<Draft>) })
  const draft = withoutMissing(chosen, {
    versions: useMissingFeature('versions') !== undefined,
    locks: useMissingFeature('locks') !== undefined,
    quota: useMissingFeature('quota') !== undefined,
  })
  const isDirty = JSON.stringify(draft) !== JSON.stringify(emptyDraft)
  update(isDirty ? chosen : undefined)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const task = useTask()
  const nameSettled = useSettledName(draft.name)
  const isManaged = useMissingFeature('administration') === undefined
  const { name, ...numbers } = problems(draft)
  const errors: Problems = { ...numbers, ...(name && (wasSubmitted || nameSettled) && { name }) }

  const set = (patch: Partial<Draft>) => setDraft((last) => changeDraft(last, patch))

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (task.busy || missingField(draft) || Object.keys(problems(draft)).length) return
    const body = toNewBucket(draft)
    const add = async () => {
      try {
        await call(buckets.add, { body })
      } finally {
        // some servers show only in a bucket, or when they refuse a setting, what they support
        if (!isManaged) await refreshSession().catch(() => undefined)
      }
    }
    if (body.retention?.mode === 'compliance') {
      if (await confirmCompliance(body.name, body.retention, add)) onCreated(body.name)
      return
    }
    await task.run('Saving', async () => {
      await add()
      onCreated(body.name)
    })
  }

  return (
    <Dialog
      title="Create Bucket"
      onClose={onClose}
      dirty={isDirty}
      isSaving={() => task.busy !== undefined}
      footer={
        <>
          <CancelButton busy={task.busy !== undefined} onPress={onClose} />
          <Button tone="primary" submit form={form} busy={task.busy} disabled={missingField(draft) ?? false}>
            Save
          </Button>
        </>
      }
    >
      <ErrorBanner {...task.banner} />
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        <Field label="Bucket Name" error={errors.name} hint="3 to 63 lowercase letters, digits, dots and hyphens.">
          <TextInput value={draft.name} onChange={(typed) => set({ name: typed })} name="bucketName" autoFocus />
        </Field>
        <Features draft={draft} wrong={errors} set={set} />
      </form>
    </Dialog>
  )
}
