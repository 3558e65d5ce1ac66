import { Button } from '../ui/button.tsx'
import { Details } from '../ui/details.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { keycap } from '../ui/text.css.ts'
import { paletteKey } from './keys.ts'
import * as styles from './shortcuts.css.ts'

const shortcuts: readonly { label: string; keys: readonly string[] }[] = [
  { label: 'Go to a page or action', keys: [paletteKey] },
  { label: 'Search this page', keys: ['/'] },
  { label: 'Show these shortcuts', keys: ['?'] },
  { label: 'Move between rows', keys: ['↑', '↓'] },
  { label: 'Select a row', keys: ['Space'] },
  { label: 'Open a row', keys: ['Enter'] },
  { label: 'Close a dialog, clear a search', keys: ['Esc'] },
]

/** The keyboard shortcuts (`?`). */
export const Shortcuts = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keyboard Shortcuts" size="confirm" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
    <Details
      rows={shortcuts.map(({ label, keys }) => ({
        label,
        value: (
          <span className={styles.keys}>
            {keys.map((key) => (
              <kbd key={key} className={keycap}>
                {key}
              </kbd>
            ))}
          </span>
        ),
      }))}
    />
  </Dialog>
)
