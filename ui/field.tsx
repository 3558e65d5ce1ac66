import type { LucideIcon } from 'lucide-react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { createContext, useContext, useId, useState, type ComponentProps, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import * as styles from './field.css.ts'
import { Icon } from './icon.tsx'

type FieldState = {
  id?: string
  label?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

/** Context of a field for its input; in a list of inputs only the first one receives it. */
export const FieldContext = createContext<FieldState>({})

/** Attributes of an input: id, message and state from the surrounding field. */
export const useField = () => {
  const { label: _, ...attributes } = useContext(FieldContext)
  return attributes
}

/** Label of the surrounding field, to name buttons of its input. */
export const useFieldLabel = () => useContext(FieldContext).label

export type FieldProps = {
  label: string
  hint?: string | undefined
  /** A sentence that says what to enter; replaces the hint. */
  error?: string | undefined
  /** Required is the default and not marked. */
  optional?: boolean | undefined
  /** Technical name, for comparison; shown at the right of the label. */
  code?: string | undefined
  /** Differs from the stored value; marked with a dot. */
  edited?: boolean | undefined
  children: ReactNode
}

/** A label, its control, and a hint or an error. */
export const Field = ({ label, hint, error, optional, code, edited, children }: FieldProps) => {
  const id = useId()
  const note = error ?? hint
  const aria: FieldState = {
    id,
    label,
    'aria-describedby': note ? `${id}-note` : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': optional ? undefined : true,
  }
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span className={styles.named}>
          <label className={styles.label} htmlFor={id}>
            {label} {optional && <span className={styles.optional}>optional</span>}
          </label>
          {edited && <EditedDot />}
        </span>
        {code && (
          <code className={styles.code} title={code}>
            {code}
          </code>
        )}
      </div>
      <FieldContext value={aria}>{children}</FieldContext>
      <LiveRegion>{note && <Note id={`${id}-note`} error={error} hint={hint} />}</LiveRegion>
    </div>
  )
}

export const EditedDot = () => (
  <span role="img" aria-label="Edited, not saved" title="Edited, not saved" className={styles.edited} />
)

/** `aria-live` region for hints and errors; always mounted, so that changes are announced. */
export const LiveRegion = ({ children }: { children: ReactNode }) => (
  <div className={styles.liveRegion} aria-live="polite">
    {children}
  </div>
)

/** Hint or error under a control. */
export const Note = ({ id, error, hint }: { id?: string; error?: string | undefined; hint?: string | undefined }) =>
  error ? (
    <div id={id} className={styles.error}>
      <Icon of={CircleAlert} size={14} />
      <span>{error}</span>
    </div>
  ) : (
    <div id={id} className={styles.hint}>
      {hint}
    </div>
  )

export type InputProps = {
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
  /** A locked value stays readable, unlike a disabled one. */
  state?: 'open' | 'locked' | 'disabled' | undefined
  /** `lg` is 40 px high, for sign-in. */
  size?: 'md' | 'lg' | undefined
  name?: string | undefined
  autoComplete?: string | undefined
  autoFocus?: boolean | undefined
  /** Accessible name if there is no `Field` around it. */
  label?: string | undefined
}

type TextInputProps = InputProps & {
  type?: 'text' | 'email' | 'url' | undefined
  look?: 'mono' | undefined
  icon?: LucideIcon | undefined
}

const nativeProps = ({
  state,
  onChange,
  onBlur,
  placeholder,
  name,
  autoComplete,
  autoFocus,
  value,
  label,
}: InputProps) =>
  ({
    value,
    name,
    placeholder,
    autoComplete: autoComplete ?? 'off',
    autoFocus,
    onBlur,
    disabled: state === 'disabled',
    readOnly: state === 'locked',
    spellCheck: false,
    'aria-label': label,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value),
  }) satisfies ComponentProps<'input'>

export const TextInput = (props: TextInputProps) => {
  const { type = 'text', look, icon, size = 'md' } = props
  return (
    <span className={classes(styles.box, styles.height[size])}>
      {icon && (
        <span className={styles.lead}>
          <Icon of={icon} />
        </span>
      )}
      <input
        type={type}
        className={classes(styles.native, look === 'mono' && styles.monoText)}
        {...useField()}
        {...nativeProps(props)}
      />
    </span>
  )
}

/** A secret: masked, or monospace while shown; `actions` are icon buttons next to Show. */
export const SecretInput = ({ actions, ...props }: InputProps & { actions?: ReactNode }) => {
  const [isRevealed, setRevealed] = useState(false)
  return (
    <span className={classes(styles.box, styles.height[props.size ?? 'md'])}>
      <input
        type={isRevealed ? 'text' : 'password'}
        className={classes(styles.native, isRevealed && styles.monoText)}
        {...useField()}
        {...nativeProps({ autoComplete: 'new-password', ...props })}
      />
      <span className={styles.trail}>
        <IconButton
          icon={isRevealed ? EyeOff : Eye}
          label={isRevealed ? 'Hide' : 'Show'}
          onPress={() => setRevealed(!isRevealed)}
        />
        {actions}
      </span>
    </span>
  )
}

/** A number as text, so that it may be incomplete while typed; `unit` is shown inside at the right. */
export const NumberInput = (props: InputProps & { unit?: string | undefined }) => (
  <span className={classes(styles.box, styles.height[props.size ?? 'md'])}>
    <input type="text" inputMode="decimal" className={styles.native} {...useField()} {...nativeProps(props)} />
    {props.unit && <span className={styles.unit}>{props.unit}</span>}
  </span>
)

export const TextArea = ({ look, rows = 4, ...props }: InputProps & { look?: 'mono' | undefined; rows?: number }) => {
  const { onChange, ...native } = nativeProps(props)
  return (
    <span className={classes(styles.box, styles.height.area)}>
      <textarea
        rows={rows}
        className={classes(styles.native, styles.area, look === 'mono' && styles.monoText)}
        {...useField()}
        {...native}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </span>
  )
}

/** An option of a select; `disabled` says why it cannot be selected. */
export type Option = { value: string; label: string; disabled?: string | false | undefined }

type SelectProps = Omit<InputProps, 'autoComplete'> & { options: readonly Option[] }

/** A select; an empty value shows the placeholder. */
export const Select = ({
  options,
  placeholder = 'Choose',
  value,
  onChange,
  onBlur,
  state,
  size = 'md',
  name,
  label,
}: SelectProps) => (
  <span className={classes(styles.box, styles.height[size])}>
    <select
      className={classes(styles.native, styles.select)}
      value={value}
      name={name}
      required={value === ''}
      disabled={state === 'disabled' || state === 'locked'}
      aria-label={label}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value)}
      {...useField()}
    >
      {value === '' && (
        <option value="" disabled hidden>
          {placeholder}
        </option>
      )}
      {options.map((option) => (
        <option
          key={option.value}
          value={option.value}
          disabled={!!option.disabled}
          title={option.disabled || undefined}
        >
          {option.label}
        </option>
      ))}
    </select>
    <span className={styles.chevron}>
      <Icon of={ChevronDown} />
    </span>
  </span>
)
