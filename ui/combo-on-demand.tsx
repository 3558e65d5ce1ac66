import ChevronDown from 'lucide-react/icons/chevron-down'
import { useLayoutEffect, useRef, useState, type ComponentProps } from 'react'
import { classes } from './classes.ts'
import type { Combo as LoadedCombo } from './combo.tsx'
import * as styles from './combo.css.ts'
import * as field from './field.css.ts'
import { useField } from './field.tsx'
import { Icon } from './icon.tsx'
import { onDemand, useOnDemand } from './use-on-demand.ts'

type ComboProps = Omit<ComponentProps<typeof LoadedCombo>, 'list'>

/** The code of comboboxes. */
export const comboScript = onDemand(() => import('./combo.tsx'))

/**
 * Text field with a list of options that contain the text. It is a text field of the same size, without the list,
 * while its code loads.
 */
export const Combo = (props: ComboProps) => {
  const { value, onChange, icon: LeadIcon, look, placeholder, label, onPick, onKeyDown, chips } = props
  const root = useRef<HTMLDivElement>(null)
  const loaded = useOnDemand(comboScript)
  const [list, setList] = useState<ComponentProps<typeof LoadedCombo>['list']>('closed')
  // the text field as long as it has the focus: an element that React removes gets no blur event
  const focused = useRef<HTMLInputElement>(null)
  // before a dialog notices that its focused field is gone
  useLayoutEffect(() => {
    if (!loaded || !focused.current) return
    const { selectionStart, selectionEnd } = focused.current
    const input = root.current?.querySelector('input')
    input?.focus()
    input?.setSelectionRange(selectionStart, selectionEnd)
  }, [loaded])
  const fieldProps = useField()
  return (
    <div ref={root} style={{ display: 'contents' }}>
      {loaded ? (
        <loaded.Combo {...props} list={list} />
      ) : (
        <div className={classes(field.box, chips === undefined ? field.height.md : styles.chipBox)}>
          {LeadIcon && (
            <span className={field.lead}>
              <Icon of={LeadIcon} />
            </span>
          )}
          {chips}
          <input
            type="text"
            className={classes(field.native, field.select, look === 'mono' && field.monoText)}
            aria-label={label}
            spellCheck={false}
            placeholder={placeholder}
            value={value}
            onChange={(event) => {
              setList('filtered')
              onChange(event.target.value)
            }}
            onClick={() => list === 'closed' && setList('open')}
            onFocus={(event) => {
              focused.current = event.target
            }}
            onBlur={() => {
              focused.current = null
              setList('closed')
            }}
            // several values are picked with Enter, which must not submit the form
            onKeyDown={(event) => !onKeyDown?.(event) && onPick && event.key === 'Enter' && event.preventDefault()}
            {...fieldProps}
          />
          <span className={field.chevron}>
            <Icon of={ChevronDown} />
          </span>
        </div>
      )}
    </div>
  )
}
