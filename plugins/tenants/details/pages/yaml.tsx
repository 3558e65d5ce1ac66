import { useDeferredValue, useMemo, useState } from 'react'
import { call, showToast } from 'stowage/web'
import { Failure, displayName } from 'stowage'
import { showDialog, Banner, Button, CancelButton, Dialog, Diff, ErrorBanner, YamlEditor } from 'stowage/ui'
import { details, MAX_YAML } from '../contract.ts'
import * as messages from '../../messages.ts'
import type * as Manifest from './manifest.ts'
import type { Fields } from './manifest.ts'

type TenantRef = { namespace: string; tenant: string }

type Opened = { yaml: string; version?: string | undefined }

type EditorProps = {
  at: TenantRef
  opened: Opened
  fields: Fields | undefined
  manifest: typeof Manifest
  onDone: (finish: boolean) => void
}

const Editor = ({ at, opened, fields, manifest, onDone }: EditorProps) => {
  /** The version that the text replaces. */
  const [base, setBase] = useState(opened)
  const [text, setText] = useState(opened.yaml)
  const [step, setStep] = useState<'typing' | 'looking'>('typing')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [newer, setNewer] = useState<Opened>()

  /** Manifest as the cluster would save it, which may differ from the edited text. */
  const [result, setResult] = useState('')

  const loadNewer = async () => {
    try {
      setNewer(await call(details.yaml, { params: at }))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setFailure(new Failure(error.status, messages.newerVersionNotLoaded(error.message), error))
    }
  }
  const send = async (act: 'save' | 'try', then: (yaml: string) => void) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { version } = base
      then((await call(details.setYaml, { params: at, body: { yaml: text, version, act } })).yaml)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.status === 409) await loadNewer()
      else setFailure(error)
      setStep('typing')
    } finally {
      setBusy(false)
    }
  }
  const finish = () => {
    showToast(messages.tenantChanged(displayName(at.tenant), 'updated'))
    onDone(true)
  }
  const keepText = () => {
    if (newer === undefined) return
    setBase(newer)
    setNewer(undefined)
  }

  /** Line of the first error that the cluster reported. */
  const line = typeof failure?.params.line === 'number' ? failure.params.line : undefined

  const checked = useDeferredValue(text)
  const [problem] = useMemo(() => manifest.manifestProblems(checked, fields), [checked])
  const error = line === undefined ? problem && messages.lineProblem(problem.line, problem.message) : failure?.detail

  const blocker =
    (text.trim() === '' && 'The manifest is empty') ||
    (new TextEncoder().encode(text).length > MAX_YAML && messages.manifestTooLarge(MAX_YAML / 1024)) ||
    (text === base.yaml && 'Nothing has been changed')
  const main =
    step === 'typing' ? (
      <Button
        tone="primary"
        busy={busy ? 'Checking' : undefined}
        disabled={blocker}
        onPress={() =>
          void send('try', (yaml) => {
            setResult(yaml)
            setStep('looking')
          })
        }
      >
        Review Changes
      </Button>
    ) : (
      <Button tone="primary" busy={busy ? 'Saving' : undefined} onPress={() => void send('save', finish)}>
        Save
      </Button>
    )
  return (
    <Dialog
      title={`Edit YAML - ${displayName(at.tenant)}`}
      size="wide"
      onClose={() => onDone(false)}
      dirty={text !== opened.yaml}
      isSaving={() => busy}
      note={messages.onlySpecLabelsAnnotations}
      footer={
        <>
          {step === 'looking' ? (
            <CancelButton busy={busy} label="Back" onPress={() => setStep('typing')} />
          ) : (
            <Button onPress={() => onDone(false)}>Cancel</Button>
          )}
          {main}
        </>
      }
    >
      <ErrorBanner error={line === undefined ? failure : undefined} onClose={() => setFailure(undefined)} />
      {newer !== undefined && (
        <>
          <Banner
            tone="warning"
            action={
              <Button size="sm" onPress={keepText}>
                Keep My Text
              </Button>
            }
          >
            <strong>{messages.tenantChangedBySomeoneElse}</strong> The changes are listed below. Copy those you need,
            then keep your text: it replaces the newer version.
          </Banner>
          <Diff before={base.yaml} after={newer.yaml} />
        </>
      )}
      {step === 'looking' ? (
        <Diff before={base.yaml} after={result} />
      ) : (
        <YamlEditor
          label="YAML"
          rows={22}
          value={text}
          onChange={(value) => {
            setText(value)
            if (line) setFailure(undefined)
          }}
          error={error}
          line={line ?? problem?.line}
          complete={(value, caret) => manifest.completeManifest(value, caret, fields)}
        />
      )}
    </Dialog>
  )
}

/** Opens a tenant's manifest in an editor; resolves to true once saved. */
export const editYaml = async (at: TenantRef) => {
  const [{ fields, ...opened }, manifest] = await Promise.all([
    call(details.yaml, { params: at }),
    import('./manifest.ts'),
  ])
  return showDialog<boolean>((resolve) => <Editor {...{ at, opened, fields, manifest }} onDone={resolve} />)
}
