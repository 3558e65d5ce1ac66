import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import { useLayoutEffect, useRef } from 'react'
import { count } from '../core/protocol/format.ts'
import { Icon } from './icon.tsx'
import { PluginIcon } from './plugin-icon.tsx'
import { truncated } from './text.css.ts'
import type { CommandMatch } from './commands.ts'
import * as styles from './palette.css.ts'
import type { PaletteSection } from './use-palette-search.ts'

type OptionProps = { command: CommandMatch; id: string; active: boolean; onPoint: () => void; onRun: () => void }

const Option = ({ command, id, active, onPoint, onRun }: OptionProps) => {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={active}
      className={styles.item[active ? 'active' : 'other']}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <span className={styles.icon}>
        <PluginIcon key={command.label} of={command.icon} />
      </span>
      <span className={truncated} title={command.label}>
        {command.pieces.map(({ text, hit }, at) =>
          hit ? (
            <mark key={at} className={styles.hit}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
      {command.hint && <span className={styles.hint}>{command.hint}</span>}
      {active && (
        <span className={styles.enter}>
          <Icon of={CornerDownLeft} />
        </span>
      )}
    </div>
  )
}

type PaletteRowsProps = {
  section: PaletteSection
  /** Element id of a row, by its position in the whole list. */
  idOf: (command: CommandMatch) => string
  active: CommandMatch | undefined
  onPoint: (command: CommandMatch) => void
  onRun: (command: CommandMatch) => void
}

/** A section heading of the palette and its rows. */
export const PaletteRows = ({
  section: { name, rows, more, note },
  idOf,
  active,
  onPoint,
  onRun,
}: PaletteRowsProps) => {
  const rest = more > 0 && `and ${count(more)} more`
  return (
    <div role="group" aria-label={[name, note, rest].filter(Boolean).join(', ')}>
      <div className={styles.heading} aria-hidden>
        <span>{name}</span>
        {note && <span className={styles.note}>{note}</span>}
      </div>
      {rows.map((command) => (
        <Option
          key={idOf(command)}
          command={command}
          id={idOf(command)}
          active={command === active}
          onPoint={() => onPoint(command)}
          onRun={() => onRun(command)}
        />
      ))}
      {rest && (
        <div className={styles.more} aria-hidden>
          {rest}
        </div>
      )}
    </div>
  )
}
