import CircleCheck from 'lucide-react/icons/circle-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Plus from 'lucide-react/icons/plus'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { showToast, useCall, useQuery } from 'stowage/web'
import { displayName } from 'stowage'
import { Button, LoadError, Skeleton, Tabs, Row, Stack } from 'stowage/ui'
import { settings as calls } from '../contract.ts'
import { isSetUp } from '../set-up.ts'
import { addTarget } from './add-target.tsx'
import { Editor } from './editor.tsx'
import { reset, resetVerb } from './reset.tsx'
import * as styles from './settings.css.ts'
import { useUnsaved } from './unsaved.ts'
import { usePendingValues } from './pending-values.ts'
import * as messages from '../messages.ts'

/** Switch of targets that send events or sign users in; switching off keeps their settings. */
const enable = { key: 'enable', title: 'Enabled', kind: 'flag' } as const

type SectionProps = {
  name: string
  /** Its title in the list, until it is loaded. */
  title: string | undefined
  onSaved: () => Promise<void>
}

/** One section: its targets if it may have several, and the form of the selected one. */
export const SectionEditor = ({ name, title: listed, onSaved }: SectionProps) => {
  const { data, error, reload } = useCall(calls.section, { params: { name } })
  const [requested, setTarget] = useQuery('target', '_')
  const [saved, setSaved] = useState(0)
  const { discarded } = useUnsaved()
  const targetSettings = data?.targets.find(({ target }) => target === requested) ?? data?.targets[0]
  const pending = usePendingValues(name, targetSettings?.target ?? '_')
  const sectionTitle = data?.title ?? listed
  const title = sectionTitle ? `Edit ${sectionTitle} Configuration` : 'Edit Configuration'
  if (!data || !targetSettings)
    return (
      <Stack as="section" gap={6} shrink className={styles.editor} aria-label={title}>
        <h2 className={styles.title}>{title}</h2>
        {error ? (
          <LoadError what="the section" error={error} onRetry={() => void reload()} />
        ) : (
          <Skeleton rows={5} columns={1} />
        )}
      </Stack>
    )
  // without an address there is nothing to switch off
  const canDisable =
    (targetSettings.target !== '_' || isSetUp(targetSettings.values)) &&
    (targetSettings.target !== '_' || data.canDisable)
  const all = canDisable ? [enable, ...data.settings] : data.settings
  const reloadAll = async () => {
    await Promise.all([reload(), onSaved()])
    setSaved((before) => before + 1)
  }
  const add = async () => {
    const added = await addTarget(
      data,
      data.targets.map(({ target }) => target),
    )
    if (added === undefined) return
    showToast(data.dynamic ? messages.sectionSaved(added) : messages.takesEffectAfterRestart(added))
    await reloadAll()
    setTarget(added)
  }
  const clear = async () => {
    if (await reset({ section: data, stored: targetSettings })) await reloadAll()
  }
  const items = data.targets.map(({ target, values }) => {
    const isOff = values.enable === 'off' || (target === '_' && !isSetUp(values))
    const label = target === '_' ? 'Default' : displayName(target)
    return { id: target, label: isOff ? `${label} (off)` : label, icon: isOff ? CircleSlash : CircleCheck }
  })
  return (
    <Stack as="section" gap={6} shrink className={styles.editor} aria-label={title}>
      <Row gap={3} wrap justify="between">
        <h2 className={styles.title}>{title}</h2>
        <Row as="span" gap={3} wrap align="stretch" className={styles.targetActions}>
          <Button tone="quiet" icon={RotateCcw} onPress={() => void clear()}>
            {resetVerb({ section: data, stored: targetSettings })}
          </Button>
          {data.multipleTargets && (
            <Button icon={Plus} onPress={() => void add()}>
              {`Add ${data.targetLabel ?? 'Target'}`}
            </Button>
          )}
        </Row>
      </Row>
      {items.length > 1 && (
        <Tabs label={`Targets of ${data.title}`} value={targetSettings.target} onChange={setTarget} items={items} />
      )}
      <Editor
        key={`${name} ${targetSettings.target} ${saved} ${discarded}`}
        section={data}
        settings={all}
        stored={targetSettings}
        pendingValues={{ ...targetSettings.pendingValues, ...pending.values }}
        onSaved={reloadAll}
      />
    </Stack>
  )
}
