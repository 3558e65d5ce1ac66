import { RadixDialog as Radix } from './radix.ts'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { useFocusRestore } from './use-focus-restore.ts'
import * as styles from './sheet.css.ts'

/** The sidebar on a narrow screen: over the page, until a page is chosen. */
export const Sheet = ({ onClose, children }: { onClose: () => void; children: (close: ReactNode) => ReactNode }) => {
  const restoreFocus = useFocusRestore()
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.sheet}
          aria-describedby={undefined}
          aria-label="Menu"
          onCloseAutoFocus={restoreFocus}
        >
          {children(<IconButton icon={X} label="Close the menu" onPress={onClose} />)}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
