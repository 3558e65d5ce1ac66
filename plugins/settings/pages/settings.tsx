import Download from 'lucide-react/icons/download'
import History from 'lucide-react/icons/history'
import Settings2 from 'lucide-react/icons/settings-2'
import Upload from 'lucide-react/icons/upload'
import { useEffect, useState } from 'react'
import {
  currentLocation,
  isFormPanel,
  type PageProps,
  session,
  showToast,
  useCall,
  useLeaveGuard,
  usePanels,
  useSession,
} from 'stowage/web'
import { Actions, Button, Empty, LoadError, Page, Skeleton, useNarrow, Stack } from 'stowage/ui'
import { settings } from '../contract.ts'
import { Contents } from './contents.tsx'
import { exportAll } from './export.tsx'
import { panelAddress } from '../addresses.ts'
import { showHistory } from './history.tsx'
import { importAll } from './import.tsx'
import { PanelEditor } from './panel.tsx'
import { clearAllPendingValues } from './pending-values.ts'
import { SectionEditor } from './section.tsx'
import * as styles from './settings.css.ts'
import { discardAll, discardOfOthers, useUnsaved } from './unsaved.ts'
import * as messages from '../messages.ts'

/** Whether a path belongs to this page: input in one section survives opening another. */
const isHere = (path: string) => /^\/(settings|webhook\/(logger|audit))(\/|$)/.test(path)

/**
 * Sections of the configuration and panels of plugins, and the form of one (spec/1 2.11). Two screens in a narrow
 * window.
 */
export default function Settings({ params }: PageProps) {
  const { account } = useSession()
  useState(() => discardOfOthers(account))
  const list = useCall(settings.list)
  const [changed, setChanged] = useState(0)
  const isNarrow = useNarrow()
  const panels = usePanels().filter(isFormPanel)
  const { forms } = useUnsaved()
  useLeaveGuard(forms.length > 0, isHere)
  useEffect(
    () => () => {
      const isSignedOut = session.state === 'out' && session.endReason === 'refused'
      if (!isSignedOut && !isHere(currentLocation().path)) discardAll()
    },
    [],
  )
  const sections = list.data && (list.data.configurations ?? [])
  const first = sections?.[0]?.key
  const panel = panels.find(({ id }) => id === params.panel)
  const isOne = params.section !== undefined || params.panel !== undefined
  const chosen = params.section ?? (isNarrow || params.panel !== undefined ? undefined : first)
  const listed = sections?.find(({ key }) => key === chosen)
  const missing =
    params.panel !== undefined && !panel
      ? { title: 'Panel not found', text: messages.pluginOffOrNotAllowed }
      : sections &&
        chosen !== undefined &&
        !listed && { title: 'Section not found', text: messages.noSuchSection(chosen) }
  const isAlone = isNarrow && isOne
  const title = params.panel === undefined ? (listed?.title ?? chosen ?? '') : (panel?.title ?? 'Unknown Panel')

  const showSaved = async (done: { restart: boolean } | undefined, message: string) => {
    if (!done) return
    showToast(done.restart ? messages.someChangesNeedRestart(message) : message)
    // the restored or imported values may replace them
    clearAllPendingValues()
    await list.reload()
    setChanged((before) => before + 1)
  }
  const actions = [
    {
      label: 'History',
      icon: History,
      onSelect: () => void showHistory().then((done) => showSaved(done, 'Settings restored')),
    },
    {
      label: 'Import',
      icon: Upload,
      onSelect: () => void importAll(sections ?? []).then((done) => showSaved(done, 'Configuration imported')),
    },
    { label: 'Export', icon: Download, onSelect: () => void exportAll() },
  ]
  const current = panel ? panelAddress(panel.id) : chosen && `/settings/${chosen}`
  return (
    <Page
      title={isAlone ? title : 'Settings'}
      {...(isAlone && { crumbs: [{ label: 'Settings', href: '/settings' }] })}
      actions={sections && !isAlone && <Actions actions={actions} />}
    >
      <div className={styles.both}>
        {!isAlone && (
          <Stack gap={4} shrink>
            <Contents sections={sections} current={current} />
            {list.error && !sections && (
              <LoadError what="the settings" error={list.error} onRetry={() => void list.reload()} />
            )}
            {!sections && !list.error && <Skeleton rows={8} columns={1} />}
          </Stack>
        )}
        {panel && <PanelEditor key={panel.id} panel={panel} />}
        {missing && <Empty icon={Settings2} {...missing} action={<Button href="/settings">All Settings</Button>} />}
        {chosen && !missing && (
          <SectionEditor key={`${chosen} ${changed}`} name={chosen} title={listed?.title} onSaved={list.reload} />
        )}
      </div>
    </Page>
  )
}
