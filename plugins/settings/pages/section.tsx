import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { say } from '../../../core/banners.ts'
import { shown } from '../../../core/format.ts'
import { useQuery } from '../../../core/location.ts'
import { Button } from '../../../core/ui/button.tsx'
import { LoadError } from '../../../core/ui/empty.tsx'
import { Skeleton } from '../../../core/ui/skeleton.tsx'
import { Tabs } from '../../../core/ui/tabs.tsx'
import { useCall } from '../../../core/use-call.ts'
import { type Held, settings as calls } from '../contract.ts'
import { settingsOf, shapeOf } from '../sections.ts'
import { addTarget } from './add-target.tsx'
import { Editor } from './editor.tsx'
import * as styles from './settings.css.ts'
import { useWaiting } from './waiting.ts'

/** Whether a target tells events, or lets people in: it can be switched off and kept. */
const enable = { key: 'enable', title: 'Enabled', kind: 'flag' } as const

/** Settings without which a section with addresses does nothing. */
const addresses = ['config_url', 'server_addr', 'endpoint', 'endpoints', 'brokers', 'url']

/** Whether a default target is set up at all: a storage server says of one that is not that it is enabled. */
const isThere = ({ values, held }: Held) => {
  const own = addresses.filter((key) => key in values)
  return own.length === 0 || own.some((key) => values[key] !== '' || held[key] !== undefined)
}

/** One section: its targets where it may have several, and the form of the chosen one. */
export const SectionEditor = ({ name }: { name: string }) => {
  const { data, error, reload } = useCall(calls.section, { params: { name } })
  const [wanted, setTarget] = useQuery('target', '_')
  const [saved, setSaved] = useState(0)
  const shape = { ...shapeOf(name), live: data?.live ?? true }
  const held = data?.targets.find(({ target }) => target === wanted) ?? data?.targets[0]
  const waiting = useWaiting(name, held?.target ?? '_')
  const title = `Edit ${shape.title} Configuration`
  if (!data || !held)
    return (
      <section className={styles.editor} aria-label={title}>
        <h2 className={styles.title}>{title}</h2>
        {error ? <LoadError what="the section" error={error} onRetry={() => void reload()} /> : <Skeleton rows={5} columns={1} />}
      </section>
    )
  // what says where something is stands first; without it there is nothing to switch off
  const isSetUp = held.target !== '_' || isThere(held)
  const canBeOff = isSetUp && (held.target !== '_' || data.settings.some(({ key }) => key === 'enable'))
  const own = settingsOf(shape, data.settings)
  const all = canBeOff ? [enable, ...own] : own
  const again = async () => {
    await reload()
    setSaved((before) => before + 1)
  }
  const add = async () => {
    const added = await addTarget(shape, own, data.targets.map(({ target }) => target))
    if (added === undefined) return
    say(shape.live ? 'Configuration successfully saved' : `${added} is there after a restart of the server`)
    await again()
    setTarget(added)
  }
  const items = data.targets.map(({ target }) => ({ id: target, label: target === '_' ? 'Default' : shown(target) }))
  return (
    <section className={styles.editor} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {data.several && (
          <Button icon={Plus} onPress={() => void add()}>
            {`Add ${shape.noun ?? 'Target'}`}
          </Button>
        )}
      </div>
      {items.length > 1 && <Tabs label={`Targets of ${shape.title}`} value={held.target} onChange={setTarget} items={items} />}
      <Editor key={`${name} ${held.target} ${saved}`} shape={shape} settings={all} held={held} waiting={{ ...held.waiting, ...waiting.values }} onSaved={again} />
    </section>
  )
}
