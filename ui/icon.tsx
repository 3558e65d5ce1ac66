import type { LucideIcon } from 'lucide-react'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import * as styles from './icon.css.ts'

/** A lucide icon in the current color, hidden from screen readers unless it has a label. `size` is in px. */
export const Icon = ({ of: Glyph, size = 16, label }: { of: LucideIcon; size?: 14 | 16 | 20; label?: string }) => (
  <Glyph
    size={size}
    strokeWidth={size === 20 ? 1.5 : 1.75}
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
  />
)

/** Spinning icon without an accessible name. */
export const Spinner = () => <LoaderCircle size={16} strokeWidth={1.75} aria-hidden className={styles.spinning} />
