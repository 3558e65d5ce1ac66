import Glass from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import * as styles from './search.css.ts'
import * as text from './text.css.ts'
import { isShortcut } from './single-key-shortcuts.ts'
import { focusFirstTable } from './use-row-keys.ts'

/** The search field that `/` focuses: the first one of the open dialog, or else of the page. */
const targetInput = () => (document.querySelector('[role=dialog]') ?? document).querySelector('[role=search] input')

type SearchProps = {
  /** Placeholder and accessible name: "Search Users". */
  label: string
  value: string
  onChange: (value: string) => void
}

/** Filters the content below it. `/` focuses it, Escape clears it. */
export const Search = ({ label, value, onChange }: SearchProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [isFirst, setIsFirst] = useState(true)
  useEffect(() => {
    const scope = input.current?.closest('[role=dialog]') ?? document
    setIsFirst(scope.querySelector('[role=search] input') === input.current)
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return
      if (targetInput() !== input.current) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [])
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={styles.search} role="search" aria-label={label}>
      <span className={styles.icon}>
        <Icon of={Glass} />
      </span>
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && focusFirstTable()) event.preventDefault()
          if (event.key !== 'Escape' || !value) return
          event.stopPropagation()
          onChange('')
        }}
      />
      <span className={styles.end}>
        {value ? (
          <IconButton icon={X} label="Clear search" onPress={clear} />
        ) : (
          isFirst && (
            <span className={classes(text.keycap, styles.key)} aria-hidden>
              /
            </span>
          )
        )}
      </span>
    </div>
  )
}
