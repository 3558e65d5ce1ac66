import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { displayName } from 'stowage'
import { IconButton, Tooltip, Stack } from 'stowage/ui'
import * as styles from './builder.css.ts'

/** Part of a card: its label and its controls. */
export const ChipRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.row} role="group" aria-label={label}>
    <span className={styles.label}>{label}</span>
    <Stack gap={3} shrink>
      {children}
    </Stack>
  </div>
)

type ChipProps = {
  text: string
  about?: string | undefined
  look?: 'plain' | 'mono'
  locked: boolean
  onRemove: () => void
}

/** A selected value with a button to remove it. */
export const Chip = ({ text, about, look = 'plain', locked, onRemove }: ChipProps) => {
  const label = <span className={look === 'mono' ? styles.mono : undefined}>{displayName(text)}</span>
  return (
    <span className={styles.chip}>
      {about ? <Tooltip text={about}>{label}</Tooltip> : label}
      <IconButton
        icon={X}
        label={`Remove ${displayName(text)}`}
        disabled={locked && 'Correct the JSON first'}
        onPress={onRemove}
      />
    </span>
  )
}
