import Settings2 from 'lucide-react/icons/settings-2'
import { useEffect, useId, useReducer, useState } from 'react'
import { type FormPanel, type PanelForm, showError, showToast, useMissingFeature, useLeaveGuard } from 'stowage/web'
import type { Failure } from 'stowage'
import { Button, Empty, FormFields, LoadError, Skeleton, useForm, Row, Stack, useTask } from 'stowage/ui'
import { pageForm as form } from 'stowage/classes'
import * as styles from './settings.css.ts'

type Loaded = { panel?: PanelForm; values?: object; error?: Failure; turn?: number }

/** Loads a panel's code and data; `again` reloads the data. */
const useLoaded = ({ load }: FormPanel, unavailable: string | undefined) => {
  const [loaded, setLoaded] = useState<Loaded>({})
  const [turn, again] = useReducer((before: number) => before + 1, 0)
  useEffect(() => {
    if (unavailable) return undefined
    let isOver = false
    const update = (next: Loaded) => !isOver && setLoaded(next)
    const read = async () => {
      const panel = await load()
      return { panel, values: await panel.read(), turn }
    }
    read().then(update, (error: Failure) => update({ error }))
    return () => {
      isOver = true
    }
  }, [load, unavailable, turn])
  return { ...loaded, again }
}

/** Tries the values of the form, once they are valid. */
const TestButton = ({
  testAction,
  value,
}: {
  testAction: NonNullable<PanelForm['testAction']>
  value: object | undefined
}) => {
  const task = useTask()
  const run = async (values: object) => {
    await testAction.run(values)
    showToast(testAction.done)
  }
  return (
    <Button
      busy={task.busy}
      disabled={value ? testAction.refusal(value) : 'Correct the fields first'}
      onPress={() => value && void task.run('Sending', () => run(value), showError)}
    >
      {testAction.label}
    </Button>
  )
}

type FieldsProps = { name: string; panel: PanelForm; values: object; onDiscard: () => void }

const PanelFields = ({ name, panel, values, onDiscard }: FieldsProps) => {
  const id = useId()
  const state = useForm({
    schema: panel.schema,
    initial: values,
    savedAs: name,
    onSubmit: async (checked: object) => {
      await panel.save(checked)
      showToast('Configuration successfully saved')
    },
  })
  useLeaveGuard(state.dirty && !state.busy)
  return (
    <form id={id} ref={state.element} className={form.form} noValidate onSubmit={state.submit}>
      <FormFields form={state} />
      <Row gap={3} wrap className={styles.foot}>
        {panel.testAction && <TestButton testAction={panel.testAction} value={state.value} />}
        <span className={form.note} />
        <Button tone="quiet" disabled={!state.dirty && 'No changes'} onPress={onDiscard}>
          Discard
        </Button>
        <Button tone="primary" submit busy={state.busy ? 'Saving' : undefined} disabled={!state.dirty && 'No changes'}>
          Save
        </Button>
      </Row>
    </form>
  )
}

/** A panel of a plugin: its form, or why the storage does not support it. */
export const PanelEditor = ({ panel }: { panel: FormPanel }) => {
  const unavailable = useMissingFeature(panel.needs)
  const { panel: code, values, error, turn, again } = useLoaded(panel, unavailable)
  return (
    <Stack as="section" gap={6} shrink className={styles.editor} aria-label={panel.title}>
      <h2 className={styles.title}>{panel.title}</h2>
      {unavailable ? (
        <Empty icon={Settings2} title="There are no settings here" text={unavailable} />
      ) : (
        <>
          <p className={form.intro}>{panel.about}</p>
          {code && values && <PanelFields key={turn} name={panel.id} panel={code} values={values} onDiscard={again} />}
          {error && <LoadError what={panel.title} error={error} onRetry={again} />}
          {!code && !error && <Skeleton rows={2} columns={1} />}
        </>
      )}
    </Stack>
  )
}
