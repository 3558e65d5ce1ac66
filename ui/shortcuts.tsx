import { useState } from 'react'
import type { EntryGroup } from '../core/web/registry.ts'
import { Button } from './button.tsx'
import { Switch } from './choice.tsx'
import { Dialog } from './dialog.tsx'
import { keycap } from './text.css.ts'
import { setSingleKeys, singleKeys } from './single-key-shortcuts.ts'
import { paletteKey, selectAllKey } from './shortcut-keys.ts'
import * as styles from './shortcuts.css.ts'
import {
  singleKeyShortcutsOff,
  resizeColumn,
  sortByOneMoreColumn,
  deleteRowOrSelection,
  closeDialogOrClearSearch,
  goToPageOrAction,
} from './messages.ts'

type Shortcut = { label: string; keys: readonly string[] }

const everywhere: readonly Shortcut[] = [
  { label: goToPageOrAction, keys: [paletteKey] },
  { label: 'Search this page', keys: ['/'] },
  { label: 'Show these shortcuts', keys: ['?'] },
  { label: closeDialogOrClearSearch, keys: ['Esc'] },
]

const inTables: readonly Shortcut[] = [
  { label: 'Move between rows', keys: ['↑', '↓'] },
  { label: 'Move inside a row', keys: ['←', '→'] },
  { label: 'Open a row', keys: ['Enter'] },
  { label: 'Select a row', keys: ['Space'] },
  { label: 'Select several rows', keys: ['Shift', '↑ ↓'] },
  { label: 'Select all rows', keys: [selectAllKey] },
  { label: deleteRowOrSelection, keys: ['Del'] },
  { label: 'Actions of a row', keys: ['Shift', 'F10'] },
  { label: sortByOneMoreColumn, keys: ['Shift', 'Enter'] },
  { label: resizeColumn, keys: ['Shift', '← →'] },
]

/** Shortcuts of the sidebar's entries. */
const ofEntries = (groups: readonly EntryGroup[]) => {
  const entries = groups.flatMap((group) => group.entries)
  const going = entries.flatMap(({ label, key, to }) =>
    key && to ? [{ label: `Go to ${label}`, keys: ['g', key] }] : [],
  )
  const starting = entries.flatMap(({ label: where, actions = [] }) =>
    actions.flatMap(({ label, key }) => (key ? [{ label: `${label}, in ${where}`, keys: [key] }] : [])),
  )
  return [...going, ...starting]
}

const List = ({ title, of }: { title: string; of: readonly Shortcut[] }) => (
  <section className={styles.list}>
    <h3 className={styles.title}>{title}</h3>
    <dl>
      {of.map(({ label, keys }) => (
        <div key={label} className={styles.line}>
          <dt>{label}</dt>
          <dd className={styles.keys}>
            {keys.map((key) => (
              <kbd key={key} className={keycap}>
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

export const Shortcuts = ({ groups, onClose }: { groups: readonly EntryGroup[]; onClose: () => void }) => {
  const [single, setSingle] = useState(singleKeys)
  const pages = ofEntries(groups)
  const change = (on: boolean) => {
    setSingleKeys(on)
    setSingle(on)
  }
  return (
    <Dialog title="Keyboard Shortcuts" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
      <Switch label="Single-key shortcuts" hint={singleKeyShortcutsOff} value={single} onChange={change} />
      <div className={styles.lists}>
        <List title="Everywhere" of={everywhere} />
        <List title="In tables" of={inTables} />
        {pages.length > 0 && <List title="Pages" of={pages} />}
      </div>
    </Dialog>
  )
}
