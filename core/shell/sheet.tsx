import { RadixDialog as Radix } from '../../ui/radix.ts'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import * as styles from './sidebar.css.ts'

/** The sidebar on a narrow screen: over the page, until a page is chosen. */
export const Sheet = ({ onClose, children }: { onClose: () => void; children: (close: ReactNode) => ReactNode }) => (
  <Radix.Root open onOpenChange={onClose}>
    <Radix.Portal>
      <Radix.Overlay className={styles.overlay} />
      <Radix.Content className={styles.sheet} aria-describedby={undefined} aria-label="Menu">
        {children(<IconButton icon={X} label="Close the menu" onPress={onClose} />)}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
