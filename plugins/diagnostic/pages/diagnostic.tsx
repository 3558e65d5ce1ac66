import Download from 'lucide-react/icons/download'
import FolderOpen from 'lucide-react/icons/folder-open'
import CircleStop from 'lucide-react/icons/circle-stop'
import Stethoscope from 'lucide-react/icons/stethoscope'
import { useEffect, useMemo, useRef, useState } from 'react'
import { bytes, date } from 'stowage'
import { useQuery } from 'stowage/web'
import {
  Actions,
  Banner,
  Button,
  Cause,
  Code,
  Empty,
  Page,
  type PageAction,
  saveTextFile,
  Segmented,
  Status,
  Tabs,
  Stack,
  Row,
  Muted,
} from 'stowage/ui'
import { speedKinds } from '../contract.ts'
import { anonymize } from './anonymize.ts'
import * as styles from './diagnostic.css.ts'
import { Glance, spanOf } from './glance.tsx'
import { PartStrip, RunningParts } from './report-parts.tsx'
import { Profiles } from './profiles.tsx'
import { LastSpeeds, type LastMeasured, SpeedTest } from './speed.tsx'
import { codeOf, type Reporting, useReport } from './use-report.ts'
import * as messages from '../messages.ts'

const tabs = [
  { id: 'report', label: 'Report' },
  { id: 'speed', label: 'Speed Tests' },
  { id: 'profiles', label: 'Profiles' },
  { id: 'json', label: 'JSON' },
] as const

/** Maximum length of the report's text on screen. */
const MAX_LENGTH = 200_000

const looks = [
  { id: 'full', label: 'Full' },
  { id: 'anonymised', label: 'Anonymized' },
] as const

const failedText = messages.diagnosticFailed

const Failed = ({ failure }: { failure: Reporting['failure'] | undefined }) => (
  <Banner tone="danger">
    <strong>{failedText}</strong> {failure && `${failure.message} (code ${codeOf(failure)}).`}
    {failure?.detail && <Cause>{failure.detail}</Cause>}
  </Banner>
)

const Elapsed = ({ since }: { since: number }) => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200)
    return () => clearInterval(timer)
  }, [])
  return <Muted>{spanOf(Math.max(0, now - since) / 1000)}</Muted>
}

/** Diagnostics of the storage's servers (spec/3 on Diagnostic). */
const DiagnosticPage = () => {
  const live = useReport()
  const [tab, setTab] = useQuery('tab', 'report')
  const [look, setLook] = useState<(typeof looks)[number]['id']>('full')
  const [measured, setMeasured] = useState<LastMeasured>({})
  const [unread, setUnread] = useState<string>()
  const file = useRef<HTMLInputElement>(null)
  const { phase, report } = live
  const displayed = useMemo(() => report && (look === 'full' ? report : anonymize(report)), [report, look])
  const text = useMemo(() => displayed && JSON.stringify(displayed, null, 2), [displayed])
  const chosen = tabs.find(({ id }) => id === tab)?.id ?? 'report'

  const choose = async (files: FileList | null) => {
    setUnread(undefined)
    if (files?.[0]) await live.open(files[0]).catch((error: Error) => setUnread(error.message))
    if (file.current) file.current.value = ''
  }
  const save = () => saveTextFile('diagnostic.json', text ?? '', 'application/json')
  const actions: PageAction[] = [
    { label: 'Open Report', icon: FolderOpen, onSelect: () => file.current?.click() },
    {
      label: 'Start Diagnostic',
      icon: Stethoscope,
      where: 'server',
      tone: text ? undefined : 'primary',
      onSelect: live.start,
    },
    ...(text
      ? [{ label: 'Download', icon: Download, tone: 'primary' as const, where: 'browser' as const, onSelect: save }]
      : []),
  ]
  return (
    <Page
      title="Diagnostic"
      actions={
        <>
          <input
            ref={file}
            type="file"
            accept=".json,application/json"
            hidden
            aria-label="Report"
            onChange={({ target }) => void choose(target.files)}
          />
          {phase === 'running' ? (
            <>
              <Elapsed since={live.began} />
              <Button icon={CircleStop} onPress={live.stop}>
                Stop
              </Button>
              <Button tone="primary" where="browser" icon={Download} disabled={messages.reportIncomplete}>
                Download
              </Button>
            </>
          ) : (
            <Actions actions={actions} />
          )}
        </>
      }
      tabs={<Tabs label="Diagnostic" value={chosen} onChange={setTab} items={tabs} />}
    >
      <Stack gap={6} className={styles.stack}>
        {unread && (
          <Banner tone="danger" onClose={() => setUnread(undefined)}>
            {unread}
          </Banner>
        )}
        {phase === 'running' && <Banner tone="info">{messages.diagnosticStarted}</Banner>}
        {phase === 'failed' && <Failed failure={live.failure} />}
        {displayed && text !== undefined && (chosen === 'report' || chosen === 'json') && (
          <Row gap={4} wrap justify="between">
            <span className={styles.reportText}>
              <Status tone="ok">
                {live.from === 'file' ? messages.reportWasReadFromFile : messages.diagnosticFileIsReady}
              </Status>
              <Muted>{`diagnostic.json, ${bytes(new Blob([text]).size)}, taken ${date(displayed.timestamp)}${live.from === 'server' ? ` in ${spanOf(live.took)}` : ''}`}</Muted>
            </span>
            <Segmented label="Contents" value={look} onChange={setLook} items={looks} />
          </Row>
        )}
        {chosen === 'report' && (phase === 'running' || phase === 'failed') && (
          <>
            <RunningParts {...live} />
            <Muted as="p">At most 1 h.</Muted>
          </>
        )}
        {chosen === 'report' && displayed && (
          <>
            {live.from === 'server' && <PartStrip {...live} />}
            <Glance report={displayed} />
            <LastSpeeds of={measured} />
          </>
        )}
        {(chosen === 'report' || chosen === 'json') && phase === 'none' && (
          <Empty icon={Stethoscope} title="No report yet" text={messages.diagnosticHelp} />
        )}
        {chosen === 'json' && text !== undefined && (
          <>
            <Code language="json" label="Report" text={text.slice(0, MAX_LENGTH)} />
            {text.length > MAX_LENGTH && <Muted as="p">{messages.onlyBeginningShown}</Muted>}
          </>
        )}
        {/* stays mounted, so that a test continues while another tab is open */}
        <div hidden={chosen !== 'speed'}>
          <div className={styles.cards}>
            {speedKinds.map((kind) => (
              <SpeedTest
                key={kind}
                kind={kind}
                result={measured[kind]}
                onResult={(result) => setMeasured((before) => ({ ...before, [kind]: result }))}
              />
            ))}
          </div>
        </div>
        {chosen === 'profiles' && <Profiles />}
      </Stack>
    </Page>
  )
}

export default DiagnosticPage
