import { type ReactNode, useEffect, useId, useState } from 'react'
import { navigate, showToast, useCall, useLeaveGuard, useQuery } from 'stowage/web'
import { Failure, displayName } from 'stowage'
import {
  Banner,
  Button,
  Code,
  Dialog,
  ErrorBanner,
  Note,
  Page,
  Skeleton,
  Switch,
  useNarrow,
  Row,
  Stack,
} from 'stowage/ui'
import { creating, type Template } from '../../create/contract.ts'
import type { WizardValues, Step } from '../../create/steps.ts'
import { cloneRequest, requestOfSource } from './clone.ts'
import { Copied, Restored } from './copy-notices.tsx'
import { Credentials } from './credentials.tsx'
import { Fields } from './fields.tsx'
import { type Former, FormerVolumes, useFormerVolumes } from './former-volumes.tsx'
import { StoppedDialog } from './stopped-dialog.tsx'
import { type Progress, useSaveProgress, useSavedProgress } from './saved-progress.ts'
import { Differences, Needs } from './differences.tsx'
import { Preview } from './preview.tsx'
import { requestOf } from './request.ts'
import { StepList } from './step-list.tsx'
import { stepStates } from './step-states.ts'
import { order, titles } from './titles.ts'
import { type Creation, useCreate, type CreateRequest } from './use-create.ts'
import { type InitialValues, useSteps } from './use-steps.ts'
import * as styles from './wizard.css.ts'
import * as messages from '../../messages.ts'

const crumbs = [{ label: 'Tenants', href: '/tenants' }]

/**
 * Wizard for a new tenant. Six of its seven steps have working defaults (spec/3 2); `from` names a tenant to copy
 * settings from.
 */
export default function CreateTenant() {
  const [from] = useQuery('from')
  const [namespace = '', tenant = ''] = from.split('/')
  const progress = useSavedProgress()
  // a manually edited address may lack the tenant's name
  const unnamed = from !== '' && tenant === '' ? new Failure(400, 'Enter it as namespace/name') : undefined
  const template = useCall(creating.template, { params: { namespace, tenant } }, { when: tenant !== '' })
  if (tenant !== '' && !template.data && !template.error)
    return (
      <Page title="Create New Tenant" crumbs={crumbs}>
        <Skeleton rows={6} columns={2} />
      </Page>
    )
  return (
    <Wizard
      key={from}
      progress={progress}
      source={template.data && { place: { namespace, tenant }, template: template.data }}
      from={progress?.answers ?? (template.data?.steps as InitialValues | undefined)}
      reenter={progress?.reenter ?? template.data?.reenter ?? []}
      note={
        progress ? (
          <Restored reenter={progress.reenter ?? []} />
        ) : (
          <Copied name={from} template={template.data} error={template.error ?? unnamed} />
        )
      }
    />
  )
}

type WizardProps = {
  progress: Progress | undefined
  /** The original of a copy. */
  source: { place: { namespace: string; tenant: string }; template: Template } | undefined
  from: InitialValues | undefined
  reenter: readonly string[]
  note: ReactNode
}

const Wizard = ({ progress, source, from, reenter, note }: WizardProps) => {
  const id = useId()
  const isNarrow = useNarrow()
  const [step, setStep] = useState<Step>(progress?.step ?? 'setup')
  const [visited, setVisited] = useState<ReadonlySet<Step>>(new Set([step]))
  const goTo = (to: Step) => {
    setVisited((before) => new Set([...before, to]))
    setStep(to)
  }
  const next = order[order.indexOf(step) + 1]
  const offers = useCall(creating.offers).data ?? { logSearch: false, prometheus: false }
  const { forms, allocation, hindered, problems, memory, storageClass, waiting } = useSteps(() => next && goTo(next), {
    ...(from && { from }),
    offers,
    reenter,
  })
  const form = forms[step]
  const former = useFormerVolumes(forms.setup.values)
  const creation = useCreate((): CreateRequest => {
    const values = Object.fromEntries(order.map((name) => [name, forms[name].value])) as WizardValues
    const body = requestOf(values, allocation, offers)
    if (!source) return { body }
    const before = requestOfSource(values, { template: source.template, offers, memory, storageClass })
    return { like: source.place, body: cloneRequest(before, body) }
  })
  const { busy, failure, left, created } = creation
  useLeaveGuard((progress !== undefined || order.some((name) => forms[name].dirty)) && !created)
  useSaveProgress({
    step,
    answers: Object.fromEntries(order.map((name) => [name, forms[name].values])) as InitialValues,
  })
  useEffect(() => void form.element.current?.closest('main')?.scrollTo(0, 0), [step])

  const errorCount = form.fields.filter(({ error }) => error).length + problems[step].length
  const incomplete = order.filter(
    (name) => forms[name].value === undefined || problems[name].length > 0 || (name === 'setup' && hindered),
  )
  const blocked =
    incomplete.length > 0
      ? `Not complete yet: ${incomplete.map((name) => titles[name]).join(', ')}`
      : waiting && 'Waiting for the cluster'

  return (
    <Page title="Create New Tenant" crumbs={crumbs}>
      <div className={styles.layout}>
        <StepList
          value={step}
          onChange={goTo}
          steps={stepStates({ forms, wrong: incomplete, seen: visited, step, copied: from !== undefined, reenter })}
        />
        <form id={id} key={step} ref={form.element} className={styles.form} noValidate onSubmit={form.submit}>
          {(visited.size === 1 || step === 'setup') && note}
          <ErrorBanner error={failure} onClose={creation.dismiss} />
          {left && !creation.stopped && (
            <Banner tone="warning" action={<Button onPress={creation.show}>Show</Button>}>
              {messages.partsOfFailedAttempt}
            </Banner>
          )}
          {problems[step].map((problem) => (
            <Banner key={problem} tone="warning">
              {problem}
            </Banner>
          ))}
          {step === 'setup' && former && <FormerVolumes {...former} />}
          <Fields forms={forms} step={step} />
        </form>
        <Preview allocation={allocation} />
      </div>
      <Row gap={3} wrap justify="end" className={styles.foot}>
        <span className={styles.errorText}>
          {errorCount > 0 && <Note error={`${errorCount} problem${errorCount === 1 ? '' : 's'} on this step`} />}
        </span>
        <Button tone="quiet" href="/tenants">
          Cancel
        </Button>
        {next && (
          <Button submit form={id}>
            {isNarrow ? 'Next' : `Next: ${titles[next]}`}
          </Button>
        )}
        <Button
          tone="primary"
          disabled={blocked}
          busy={busy === 'dry-run' ? 'Checking' : undefined}
          onPress={() => void creation.check()}
        >
          Review and Create
        </Button>
      </Row>
      <Review creation={creation} former={former} />
      <StoppedDialog creation={creation} blocker={blocked} />
      {created && (
        <Credentials
          created={created}
          onClose={() => {
            showToast(messages.tenantChanged(displayName(String(forms.setup.values.name)), 'created'))
            void navigate('/tenants', { force: true })
          }}
        />
      )}
    </Page>
  )
}

type ReviewProps = { creation: Creation; former: Former | undefined }

const Review = ({ creation: { review, busy, keep, setKeep, make, close }, former }: ReviewProps) =>
  review === undefined ? null : (
    <Dialog
      title="Create Tenant"
      size="wide"
      onClose={close}
      note={messages.dryRunPassed}
      footer={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button tone="primary" busy={busy === 'real' ? 'Creating' : undefined} onPress={() => void make()}>
            Create
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        {former && <FormerVolumes {...former} />}
        <Needs of={review.needs} />
        <Differences of={review.differences} />
        <Code text={review.yaml} language="yaml" label="Resources to create" />
        <Switch
          label={messages.keepResourcesOnFailure}
          hint={messages.keepResourcesHelp}
          value={keep}
          onChange={setKeep}
        />
      </Stack>
    </Dialog>
  )
