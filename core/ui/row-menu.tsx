import * as Radix from '@radix-ui/react-dropdown-menu'
import { MenuItems, type MenuItem } from './menu.tsx'
import * as menu from './menu.css.ts'
import * as styles from './table.css.ts'
import type { RowAction } from './table-row.tsx'
import type { SelectedAction } from './use-selection.ts'

type RowMenuProps = {
  /** Where it opens, in px from the window's corner. */
  x: number
  y: number
  items: readonly (RowAction | SelectedAction)[]
  onClose: () => void
}

/** Destructive ones last, after a line. */
const arranged = (items: RowMenuProps['items']): MenuItem[] => {
  const safe = items.filter(({ tone }) => tone !== 'danger')
  const dangerous = items.filter(({ tone }) => tone === 'danger').map((item) => ({ ...item, key: 'Del' }))
  return safe.length > 0 && dangerous.length > 0 ? [...safe, 'line', ...dangerous] : [...safe, ...dangerous]
}

/** What can be done with a row, where it was pointed at. */
export const RowMenu = ({ x, y, items, onClose }: RowMenuProps) => (
  <Radix.Root open modal={false} onOpenChange={onClose}>
    <Radix.Trigger asChild>
      <button type="button" tabIndex={-1} aria-label="Actions of the row" className={styles.menuAt} style={{ left: x, top: y }} />
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        className={menu.menu}
        align="start"
        collisionPadding={8}
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        <MenuItems items={arranged(items)} />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
