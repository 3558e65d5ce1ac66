import * as Radix from '@radix-ui/react-dialog'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import Search from 'lucide-react/icons/search'
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '../ui/icon.tsx'
import { keycap } from '../ui/text.css.ts'
import { findCommands, type Command, type Found } from './commands.ts'
import * as styles from './palette.css.ts'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

type OptionProps = { command: Found; id: string; active: boolean; onPoint: () => void; onRun: () => void }

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
        <Icon of={command.icon} />
      </span>
      <span>
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

/** Goes to a page or starts something by its name: letters narrow the list, arrows and Enter choose (Ctrl/Cmd+K). */
export const Palette = ({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) => {
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const found = useMemo(() => findCommands(commands, query), [commands, query])
  const sections = [...new Set(found.map(({ section }) => section))]

  const runAt = (at: number) => {
    onClose()
    found[at]?.run()
  }
  const search = (text: string) => {
    setQuery(text)
    setActive(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step && found.length > 0) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter') runAt(active)
    else return
    event.preventDefault()
  }

  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content className={styles.palette} aria-describedby={undefined} aria-label="Go to" onKeyDown={onKeyDown}>
          <div className={styles.query}>
            <Icon of={Search} />
            <input
              className={styles.input}
              role="combobox"
              aria-label="Go to a page or action"
              aria-expanded
              aria-controls={id}
              aria-activedescendant={found[active] && `${id}-${active}`}
              aria-autocomplete="list"
              placeholder="Go to…"
              autoComplete="off"
              spellCheck={false}
              value={query}
              onChange={(event) => search(event.target.value)}
            />
            <span className={keycap} aria-hidden>
              Esc
            </span>
          </div>
          <div id={id} className={styles.list} role="listbox" aria-label="Pages and actions">
            {sections.map((section) => (
              <div key={section} role="group" aria-label={section}>
                <div className={styles.heading} aria-hidden>
                  {section}
                </div>
                {found.map(
                  (command, at) =>
                    command.section === section && (
                      <Option
                        key={`${section} ${command.label}`}
                        command={command}
                        id={`${id}-${at}`}
                        active={at === active}
                        onPoint={() => setActive(at)}
                        onRun={() => runAt(at)}
                      />
                    ),
                )}
              </div>
            ))}
            {found.length === 0 && (
              <p className={styles.none} role="status">
                {`Nothing matches "${query.trim()}"`}
              </p>
            )}
          </div>
          <footer className={styles.foot}>
            <span className={styles.keys} aria-hidden>
              <span className={keycap}>↑</span>
              <span className={keycap}>↓</span>
              move
              <span className={keycap}>Enter</span>
              open
            </span>
            <span className={styles.promise}>Only what your policies allow is listed</span>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
