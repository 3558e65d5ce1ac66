import X from 'lucide-react/icons/x'
import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { count, displayName } from '../core/protocol/format.ts'
import * as styles from './combo.css.ts'
import type { ComboOption } from './combo.tsx'
import { Combo } from './combo-on-demand.tsx'
import { Icon } from './icon.tsx'
import { earlierSelected } from './messages.ts'
import type { Noun } from './noun.ts'

type MultiSelectProps = {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** `undefined` while loading. */
  options: readonly ComboOption[] | undefined
  /** Noun for the selected items: "policy", "policies". */
  noun: Noun
}

/** Maximum number of rendered chips: the last ones. The others can be removed in the list. */
const MAX_CHIPS = 100

type ChipsProps = {
  values: readonly string[]
  labelOf: (value: string) => string
  listLabel: string
  onRemove: (value: string) => void
  /** Focuses the text field. */
  onLeave: () => void
}

const buttonsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('button') ?? [])]

const Chips = ({ values, labelOf, listLabel, onRemove, onLeave }: ChipsProps) => {
  const list = useRef<HTMLUListElement>(null)
  const visible = values.slice(-MAX_CHIPS)
  const last = values.at(-1)
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [last])
  const focusAt = (at: number) => {
    const next = buttonsIn(list.current)[at]
    if (next) next.focus()
    else onLeave()
  }
  const remove = (value: string, at: number) => {
    const buttons = buttonsIn(list.current)
    // focus moves first, because it would be lost with the button
    if (document.activeElement === buttons[at]) focusAt(at < buttons.length - 1 || at === 0 ? at + 1 : at - 1)
    onRemove(value)
  }
  const onKeyDown = (value: string, at: number) => (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') focusAt(Math.max(at - 1, 0))
    else if (event.key === 'ArrowRight') focusAt(at + 1)
    else if (event.key === 'Home') focusAt(0)
    else if (event.key === 'End') onLeave()
    else if (event.key === 'Backspace' || event.key === 'Delete') remove(value, at)
    else return
    event.preventDefault()
  }
  return (
    <ul ref={list} className={styles.chips} aria-label={listLabel}>
      {values.length > visible.length && (
        <li className={styles.chip}>{earlierSelected(count(values.length - visible.length))}</li>
      )}
      {visible.map((value, at) => (
        <li key={value} className={styles.chip}>
          {labelOf(value)}
          <button
            type="button"
            className={styles.remove}
            // reached with the left arrow key, so that one Tab leaves the field
            tabIndex={-1}
            aria-label={`Remove ${labelOf(value)}`}
            // a press leaves the focus where it is
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => remove(value, at)}
            onKeyDown={onKeyDown(value, at)}
          >
            <Icon of={X} size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * Selects several values in a combobox; selected values are chips. Enter selects the highlighted option, and an exact
 * name is also selected when the field is left. Backspace in the empty field removes the last value, and the left arrow
 * key leads to the chips.
 */
export const MultiSelect = ({ value, onChange, options, noun }: MultiSelectProps) => {
  const [text, setText] = useState('')
  const anchor = useRef<HTMLDivElement>(null)
  const chosen = useMemo(() => new Set(value), [value])
  const labels = useMemo(() => new Map(options?.map((option) => [option.value, option.label])), [options])
  const labelOf = (one: string) => displayName(labels.get(one) ?? one)
  const remove = (one: string) => onChange(value.filter((other) => other !== one))
  const toggle = (one: string) => {
    setText('')
    if (chosen.has(one)) remove(one)
    else onChange([...value, one])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.currentTarget.selectionEnd !== 0) return false
    const last = value.at(-1)
    // holding Backspace clears the text only
    if (event.key === 'Backspace' && text === '' && !event.repeat && last !== undefined) remove(last)
    else if (event.key === 'ArrowLeft') buttonsIn(anchor.current).at(-1)?.focus()
    else return false
    event.preventDefault()
    return true
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return
    const name = text.trim()
    if (labels.has(name) && !chosen.has(name)) onChange([...value, name])
    setText('')
  }
  return (
    <div ref={anchor} onBlur={onBlur}>
      <Combo
        value={text}
        onChange={setText}
        options={options ?? []}
        emptyText={options ? `There are no ${noun.many} yet` : `Loading ${noun.many}`}
        noMatchText={options ? undefined : `Loading ${noun.many}`}
        placeholder={`Search ${noun.many}`}
        chosen={chosen}
        onPick={toggle}
        onKeyDown={onKeyDown}
        chips={
          value.length > 0 && (
            <Chips
              values={value}
              labelOf={labelOf}
              listLabel={`Selected ${noun.many}`}
              onRemove={remove}
              onLeave={() => anchor.current?.querySelector('input')?.focus()}
            />
          )
        }
      />
    </div>
  )
}
