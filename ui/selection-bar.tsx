import X from 'lucide-react/icons/x'
import { medium } from '../themes/media.ts'
import { count as formatCount } from '../core/protocol/format.ts'
import { Button, IconButton } from './button.tsx'
import { dangerLast, Menu } from './menu.tsx'
import * as styles from './page.css.ts'
import { useMediaQuery } from './use-narrow.ts'
import type { SelectedAction } from './use-selection.ts'
import type { Noun } from './noun.ts'

type SelectionBarProps = {
  count: number
  /** Summary of the selection: "7.6 GiB". */
  text?: string | undefined
  noun?: Noun
  /**
   * Actions on the selection; disabled with a reason while nothing is selected. Of more than two, the first
   * `visibleCount` ones are buttons and the others are in the "…" menu.
   */
  actions?: readonly SelectedAction[]
  visibleCount?: 1 | 2
  onClear?: () => void
  /** `icons`: without labels, for small windows. */
  look?: 'buttons' | 'icons'
}

/** "2 selected" and its actions: in the toolbar, or on narrow screens in a bar at the bottom. */
export const SelectionBar = ({
  count,
  text: summary,
  noun,
  actions = [],
  visibleCount = 1,
  onClear,
  look,
}: SelectionBarProps) => {
  const small = useMediaQuery(medium)
  const compact = small || look === 'icons'
  const noneReason = count === 0 && `Select ${noun ? `at least one ${noun.one}` : 'something'} first`
  const visibleActions = actions.length > 2 ? actions.slice(0, visibleCount) : actions
  const rest = actions.slice(visibleActions.length)
  return (
    <div className={styles.selected[count > 0 ? 'some' : 'none']}>
      {count > 0 && onClear && <IconButton icon={X} label="Clear selection" onPress={onClear} />}
      <span className={styles.selectedText} role="status">
        {count > 0 && `${formatCount(count)} selected${summary ? `, ${summary}` : ''}`}
      </span>
      {visibleActions.map(({ label, icon, onSelect, tone, where, disabled }) => {
        const press = { icon, where, disabled: disabled || noneReason, onPress: onSelect }
        return compact ? (
          <IconButton key={label} {...press} label={label} look={tone ?? 'plain'} />
        ) : (
          <Button key={label} {...press} tone={tone ? 'dangerQuiet' : 'secondary'}>
            {label}
          </Button>
        )
      })}
      {rest.length > 0 && (
        <Menu
          label="More actions for the selection"
          trigger={{ look: compact ? 'plain' : 'bordered' }}
          items={dangerLast(rest.map((action) => ({ ...action, disabled: action.disabled || noneReason })))}
        />
      )}
    </div>
  )
}
