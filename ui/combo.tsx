import * as Ariakit from '@ariakit/react/combobox'
import type { LucideIcon } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Fragment, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { foldCase } from '../core/protocol/fold-case.ts'
import { count, displayName } from '../core/protocol/format.ts'
import { classes } from './classes.ts'
import * as styles from './combo.css.ts'
import * as field from './field.css.ts'
import { useField } from './field.tsx'
import { Icon } from './icon.tsx'
import { moreOptions } from './messages.ts'

/** An option. Options of one `group` are listed together under its name; `hint` describes the option. */
export type ComboOption = { value: string; label?: string; hint?: string | undefined; group?: string }

type ComboProps = {
  value: string
  /** Called with typed text and with the selected value. */
  onChange: (value: string) => void
  options: readonly ComboOption[]
  icon?: LucideIcon
  look?: 'plain' | 'mono'
  placeholder?: string | undefined
  /** Accessible name if there is no `Field` around it. */
  label?: string
  /** Shown if no option contains the text. */
  noMatchText?: string | undefined
  /** Selected values if several can be selected; each selection is reported to `onPick`. */
  chosen?: ReadonlySet<string>
  onPick?: (value: string) => void
  /** Shown before the text, in the box of the field: the selected values. */
  chips?: ReactNode
  /** Called before the list handles a key; returns true if that is done. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => boolean
  /** Shown if there are no options. */
  emptyText?: string | undefined
  /** Initial state of the list; `filtered` is open after text was typed. */
  list?: 'closed' | 'open' | 'filtered' | undefined
}

/** Maximum number of rendered options. */
const MAX_OPTIONS = 100

/** An exact match first, then options that start with the text, then those that contain it. */
const rank = ({ value, label = value, hint = '' }: ComboOption, text: string) => {
  const [name, part] = [foldCase(label), foldCase(text)]
  if (name === part) return 0
  if (name.startsWith(part)) return 1
  if (name.includes(part)) return 2
  return foldCase(hint).includes(part) ? 3 : undefined
}

const matchesOf = (options: readonly ComboOption[], text: string) =>
  options
    .flatMap((option) => {
      const at = rank(option, text)
      return at === undefined ? [] : [{ option, at }]
    })
    .sort((one, other) => one.at - other.at)
    .map(({ option }) => option)

const groupsOf = (options: readonly ComboOption[]) => {
  const groups = new Map<string, ComboOption[]>()
  for (const option of options) groups.set(option.group ?? '', [...(groups.get(option.group ?? '') ?? []), option])
  return [...groups]
}

type ItemProps = {
  option: ComboOption
  look: 'plain' | 'mono'
  isChosen: boolean
  isMultiple: boolean
  onPick: () => void
}

const Item = ({ option, look, isChosen, isMultiple, onPick }: ItemProps) => (
  <Ariakit.ComboboxItem
    value={option.value}
    className={styles.option}
    aria-selected={isChosen}
    focusOnHover
    setValueOnClick={false}
    hideOnClick={!isMultiple}
    onClick={onPick}
    // keeps the focus in the field
    onPointerDown={(event) => event.preventDefault()}
  >
    {isMultiple && <span className={styles.check}>{isChosen && <Icon of={Check} />}</span>}
    <span className={classes(styles.name, look === 'mono' && styles.mono)}>
      {displayName(option.label ?? option.value)}
    </span>
    {option.hint && (
      <span className={styles.hint} title={option.hint}>
        {option.hint}
      </span>
    )}
  </Ariakit.ComboboxItem>
)

/**
 * Text field with a list of options that contain the text. Enter selects the highlighted option, which is the first
 * match once something is typed, and submits the form if there is no match. Any other key that leaves the field keeps
 * the text.
 */
export const Combo = (props: ComboProps) => {
  const { value, onChange, options, icon, look = 'plain', placeholder, label, noMatchText, chosen, onPick } = props
  const { chips, emptyText = 'There are no options', list = 'closed' } = props
  const box = useRef<HTMLDivElement>(null)
  const [isTyped, setTyped] = useState(list === 'filtered')
  const [hasMoved, setMoved] = useState(false)
  const store = Ariakit.useComboboxStore({
    defaultOpen: list !== 'closed',
    value,
    setValue: (text) => {
      if (text === value) return
      setTyped(true)
      setMoved(false)
      onChange(text)
    },
    setOpen: (open) => {
      if (!open) setTyped(false)
      setMoved(false)
    },
    includesBaseElement: false,
    resetValueOnHide: false,
  })
  const matches = (isTyped || onPick) && value ? matchesOf(options, value) : options
  const groups = groupsOf(matches.slice(0, MAX_OPTIONS))
  const more = matches.length - MAX_OPTIONS
  const isChosen = ({ value: one }: ComboOption) => (chosen ? chosen.has(one) : one === value)

  const pick = (one: string) => {
    if (onPick) return onPick(one)
    setTyped(false)
    onChange(one)
  }
  const activeValue = () => {
    const { open, activeId, renderedItems } = store.getState()
    if (!open) return undefined
    const active = renderedItems.find(({ id }) => id === activeId)?.value
    // the store follows the typed text a frame later
    const isStale = isTyped && !matches.some(({ value: one }) => one === active)
    return isStale ? matches[0]?.value : active
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // the key belongs to an input method
    if (event.nativeEvent.isComposing) return event.stopPropagation()
    if (props.onKeyDown?.(event)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setMoved(true)
    if (event.key === 'Escape' && store.getState().open) {
      event.preventDefault()
      event.stopPropagation()
      if (onPick) onChange('')
      return store.hide()
    }
    const active = activeValue()
    if (event.key === 'Enter' && active === undefined && (onPick || store.getState().open)) {
      event.preventDefault()
      // an incomplete selection must not submit the form
      if (onPick) return
      // without a highlighted option Enter submits the form, as in other text fields
      store.hide()
      event.currentTarget.form?.requestSubmit()
      return
    }
    // a typed space belongs to the text, unless an arrow key has highlighted an option
    const toggles = onPick && event.key === ' ' && hasMoved
    if (active === undefined || !(event.key === 'Enter' || toggles)) return
    event.preventDefault()
    pick(active)
    if (!onPick) return store.hide()
    if (event.key !== 'Enter' || !value) return
    // the list may cover the next field; a second Enter must not toggle an option
    store.hide()
    onChange('')
  }
  // deferred: a dialog takes the focus back if elements are removed while the focus moves
  const hideAfterFocus = ({ currentTarget: anchor }: FocusEvent<HTMLElement>) =>
    setTimeout(() => !anchor.contains(document.activeElement) && store.hide())
  return (
    <div className={styles.anchor} onBlur={hideAfterFocus}>
      <div ref={box} className={classes(field.box, chips === undefined ? field.height.md : styles.chipBox)}>
        {icon && (
          <span className={field.lead}>
            <Icon of={icon} />
          </span>
        )}
        {chips}
        <Ariakit.Combobox
          store={store}
          type="text"
          className={classes(field.native, field.select, look === 'mono' && field.monoText)}
          aria-label={label}
          autoSelect={isTyped}
          showOnClick
          spellCheck={false}
          placeholder={placeholder}
          // before Ariakit, which would also click the highlighted option
          onKeyDownCapture={onKeyDown}
          {...useField()}
        />
        <span className={field.chevron}>
          <Icon of={ChevronDown} />
        </span>
      </div>
      <Ariakit.ComboboxPopover
        store={store}
        className={styles.list}
        // the field has the focus while the list is open; focusing it again would undo a Tab
        autoFocusOnHide={false}
        aria-label={label ?? placeholder ?? 'Choices'}
        aria-multiselectable={onPick ? true : undefined}
        getAnchorRect={() => box.current?.getBoundingClientRect() ?? null}
        gutter={4}
        sameWidth
        unmountOnHide
      >
        {matches.length === 0 && (
          <div className={styles.nothing} role="option" aria-selected={false} aria-disabled>
            {value ? (noMatchText ?? `No option contains "${displayName(value)}"`) : emptyText}
          </div>
        )}
        {groups.map(([name, group]) => (
          <Fragment key={name}>
            {name && (
              <div className={styles.heading} role="presentation">
                {name}
              </div>
            )}
            {group.map((option) => (
              <Item
                key={option.value}
                {...{ option, look }}
                isChosen={isChosen(option)}
                isMultiple={onPick !== undefined}
                onPick={() => pick(option.value)}
              />
            ))}
          </Fragment>
        ))}
        {more > 0 && (
          <div className={styles.nothing} role="option" aria-selected={false} aria-disabled>
            {moreOptions(count(more))}
          </div>
        )}
      </Ariakit.ComboboxPopover>
    </div>
  )
}
