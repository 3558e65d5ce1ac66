import type { LucideIcon } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Fragment, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { shown } from '../format.ts'
import { classes } from './classes.ts'
import * as styles from './combo.css.ts'
import * as field from './field.css.ts'
import { useField } from './field.tsx'
import { Icon } from './icon.tsx'

/** One of many to choose; those of one `group` stand together under it, and `hint` says what it is. */
export type ComboOption = { value: string; label?: string; hint?: string | undefined; group?: string }

type ComboProps = {
  value: string
  /** Told of what is typed, and of what is chosen. */
  onChange: (value: string) => void
  options: readonly ComboOption[]
  icon?: LucideIcon
  look?: 'plain' | 'mono'
  placeholder?: string | undefined
  /** The accessible name, where no `Field` stands around it. */
  label?: string
  /** Several can be chosen: these are, and each choice is told to `onPick` alone. */
  chosen?: ReadonlySet<string>
  onPick?: (value: string) => void
}

/** More choices than anybody reads are not drawn. */
const MOST = 100

const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

const groupsOf = (options: readonly ComboOption[]) => {
  const groups = new Map<string, ComboOption[]>()
  for (const option of options) groups.set(option.group ?? '', [...(groups.get(option.group ?? '') ?? []), option])
  return [...groups]
}

/**
 * One line of text with choices under it, of which those are shown that hold what is typed; what is typed counts as
 * well.
 */
export const Combo = (props: ComboProps) => {
  const { value, onChange, options, icon, look = 'plain', placeholder, label, chosen, onPick } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(false)
  const [active, setActive] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const fitting =
    typed || onPick
      ? options.filter((one) => holds(one.label ?? one.value, value) || holds(one.hint ?? '', value))
      : options
  const drawn = groupsOf(fitting.slice(0, MOST))
  const flat = drawn.flatMap(([, group]) => group)
  useEffect(() => {
    list.current?.querySelector('[data-active=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const close = () => {
    setOpen(false)
    setTyped(false)
    setActive(-1)
  }
  const pick = (option: ComboOption) => {
    if (onPick) return onPick(option.value)
    onChange(option.value)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!open) return setOpen(true)
      if (flat.length > 0)
        setActive(active < 0 && step < 0 ? flat.length - 1 : (active + step + flat.length) % flat.length)
    }
    const option = flat[active]
    if (open && option && (event.key === 'Enter' || (onPick && event.key === ' ' && active >= 0))) {
      event.preventDefault()
      pick(option)
      if (onPick && event.key === 'Enter') onChange('')
    }
    if (open && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
  return (
    <div className={styles.place} onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}>
      <span className={classes(field.box, field.height.md)}>
        {icon && (
          <span className={field.lead}>
            <Icon of={icon} />
          </span>
        )}
        <input
          type="text"
          role="combobox"
          className={classes(field.native, field.select, look === 'mono' && field.monoText)}
          aria-label={label}
          aria-expanded={open}
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open && flat[active] ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            onChange(event.target.value)
            setTyped(true)
            setOpen(true)
            setActive(-1)
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          {...useField()}
        />
        <span className={field.chevron}>
          <Icon of={ChevronDown} />
        </span>
      </span>
      {open && (
        <div
          ref={list}
          id={`${id}-list`}
          className={styles.list}
          role="listbox"
          aria-label={label ?? placeholder ?? 'Choices'}
          aria-multiselectable={onPick ? true : undefined}
          // the field keeps the focus
          onPointerDown={(event) => event.preventDefault()}
        >
          {flat.length === 0 && (
            <div className={styles.nothing} role="option" aria-selected={false} aria-disabled>
              {value ? `Nothing holds "${shown(value)}"` : 'There is nothing to choose'}
            </div>
          )}
          {drawn.map(([name, group]) => (
            <Fragment key={name}>
              {name && (
                <div className={styles.heading} role="presentation">
                  {name}
                </div>
              )}
              {group.map((option) => {
                const at = flat.indexOf(option)
                const isChosen = chosen ? chosen.has(option.value) : option.value === value
                return (
                  <div
                    key={option.value}
                    id={`${id}-${at}`}
                    role="option"
                    aria-selected={isChosen}
                    data-active={at === active}
                    className={styles.look[at === active ? 'active' : 'other']}
                    onClick={() => pick(option)}
                  >
                    {chosen && <span className={styles.check}>{isChosen && <Icon of={Check} />}</span>}
                    <span className={classes(styles.name, look === 'mono' && styles.mono)}>
                      {shown(option.label ?? option.value)}
                    </span>
                    {option.hint && (
                      <span className={styles.hint} title={option.hint}>
                        {option.hint}
                      </span>
                    )}
                  </div>
                )
              })}
            </Fragment>
          ))}
        </div>
      )}
    </div>
  )
}
