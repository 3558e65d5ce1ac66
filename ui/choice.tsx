import { useEffect, useId, useRef, type ReactNode } from 'react'
import * as styles from './choice.css.ts'
import * as field from './field.css.ts'
import { EditedDot, Note, LiveRegion, type Option } from './field.tsx'
import { useTabStop } from './tab-stop.ts'
import { useTooltip } from './tooltip.tsx'

type CheckboxProps = {
  /** `some` is the indeterminate state. */
  value: boolean | 'some'
  onChange: (value: boolean, event: { shift: boolean }) => void
  label: string
  /** `hidden` if a row or column is the label. */
  look?: 'labelled' | 'hidden'
  hint?: string | undefined
  /** Why it is disabled. */
  disabled?: string | false | undefined
}

/** A checkbox, for form values and row selection. */
export const Checkbox = ({ value, onChange, label, look = 'labelled', hint, disabled }: CheckboxProps) => {
  const input = useRef<HTMLInputElement>(null)
  const tabIndex = useTabStop()
  const tooltip = useTooltip(disabled || undefined)
  useEffect(() => {
    if (input.current) input.current.indeterminate = value === 'some'
  }, [value])
  const box = (
    <input
      ref={input}
      type="checkbox"
      className={styles.checkbox}
      checked={value === true}
      disabled={!!disabled}
      tabIndex={tabIndex}
      aria-label={look === 'hidden' ? label : undefined}
      aria-describedby={tooltip.describedBy}
      onChange={(event) => {
        const { nativeEvent } = event
        onChange(event.target.checked, { shift: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
      }}
    />
  )
  return (
    <label className={look === 'hidden' ? styles.alone : styles.line} {...(disabled && tooltip.target)}>
      {box}
      {look === 'labelled' && (
        <span className={styles.labels}>
          {label}
          {hint && <div className={styles.hint}>{hint}</div>}
        </span>
      )}
      {tooltip.description}
      {tooltip.bubble}
    </label>
  )
}

type SwitchProps = {
  value: boolean
  onChange: (value: boolean) => void
  label: string
  hint?: string | undefined
  /** Differs from the stored value; marked with a dot. */
  edited?: boolean | undefined
  disabled?: string | false | undefined
}

/** A switch, for settings that apply immediately or reveal further fields. */
export const Switch = ({ value, onChange, label, hint, edited, disabled }: SwitchProps) => {
  const id = useId()
  const tooltip = useTooltip(disabled || undefined)
  return (
    <label className={styles.switchLine} {...(disabled && tooltip.target)}>
      <input
        type="checkbox"
        role="switch"
        className={styles.toggle}
        checked={value}
        disabled={!!disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={[hint && `${id}-hint`, tooltip.describedBy].filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.labels}>
        <span id={`${id}-label`}>{label}</span>
        {edited && (
          <>
            {' '}
            <EditedDot />
          </>
        )}
        {hint && (
          <div id={`${id}-hint`} className={styles.hint}>
            {hint}
          </div>
        )}
      </span>
      {tooltip.description}
      {tooltip.bubble}
    </label>
  )
}

type GroupProps = {
  label: string
  /** Shown next to the label: the number of selected options. */
  labelNote?: string
  hint?: string | undefined
  error?: string | undefined
  optional?: boolean | undefined
  look?: 'column' | 'row'
  children: ReactNode
}

/** A fieldset with a heading. */
export const ChoiceGroup = ({ label, labelNote, hint, error, optional, look = 'column', children }: GroupProps) => {
  const id = useId()
  const note = error ?? hint
  return (
    <div
      className={field.field}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={note ? `${id}-note` : undefined}
    >
      <div className={field.label}>
        <span id={`${id}-label`}>{label}</span> {optional && <span className={field.optional}>optional</span>}
        {labelNote && <span className={field.optional}>{labelNote}</span>}
      </div>
      <div className={styles.group[look]}>{children}</div>
      <LiveRegion>{note && <Note id={`${id}-note`} error={error} hint={hint} />}</LiveRegion>
    </div>
  )
}

type RadioGroupProps = Omit<GroupProps, 'children'> & {
  value: string
  onChange: (value: string) => void
  options: readonly (Option & { hint?: string })[]
}

/** A group of radio buttons. */
export const RadioGroup = ({ value, onChange, options, ...group }: RadioGroupProps) => {
  const name = useId()
  return (
    <ChoiceGroup {...group}>
      {options.map((option) => (
        <label key={option.value} className={styles.line}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={value === option.value}
            disabled={!!option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.labels}>
            {option.label}
            {(option.disabled || option.hint) && <div className={styles.hint}>{option.disabled || option.hint}</div>}
          </span>
        </label>
      ))}
    </ChoiceGroup>
  )
}

type CheckboxGroupProps = Omit<GroupProps, 'children'> & {
  value: readonly string[]
  onChange: (value: string[]) => void
  options: readonly Option[]
}

export const CheckboxGroup = ({ value, onChange, options, ...group }: CheckboxGroupProps) => (
  <ChoiceGroup {...group}>
    {options.map((option) => (
      <Checkbox
        key={option.value}
        label={option.label}
        value={value.includes(option.value)}
        onChange={(on) => onChange(on ? [...value, option.value] : value.filter((item) => item !== option.value))}
      />
    ))}
  </ChoiceGroup>
)
