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

type Linked = {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

/** What a field passes down; a list of inputs gives it to its first one only. */
export const FieldContext = createContext<Linked>({})

/** What the field around it says of an input: its id, message and state. */
export const useField = () => useContext(FieldContext)

export type FieldProps = {
  label: string
  hint?: string | undefined
  /** A sentence that says what to enter; while it is there it stands in the hint's place. */
  error?: string | undefined
  /** Required is the default and not said. */
  optional?: boolean | undefined
  /** What programs call it, for whoever compares; it stands at the right of the label. */
  code?: string | undefined
  /** It differs from what is stored, which a dot says. */
  edited?: boolean | undefined
  children: ReactNode
}

/** A label, the control inside it, and a hint or an error. */
export const Field = ({ label, hint, error, optional, code, edited, children }: FieldProps) => {
  const id = useId()
  const note = error ?? hint
  const linked: Linked = {
    id,
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
          {edited && <Edited />}
        </span>
        {code && (
          <code className={styles.code} title={code}>
            {code}
          </code>
        )}
      </div>
      <FieldContext value={linked}>{children}</FieldContext>
      <Told>{note && <Note id={`${id}-note`} error={error} hint={hint} />}</Told>
    </div>
  )
}

/** The dot that says "edited, not saved", and nothing else. */
export const Edited = () => (
  <span role="img" aria-label="Edited, not saved" title="Edited, not saved" className={styles.edited} />
)

/** Around what comes and goes under a control: it is there before, so that readers are told of what comes. */
export const Told = ({ children }: { children: ReactNode }) => (
  <div className={styles.told} aria-live="polite">
    {children}
  </div>
)

/** The line under a control. */
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
  /** Locked is not disabled: the value stays readable. */
  state?: 'open' | 'locked' | 'disabled' | undefined
  /** 40 high at sign-in. */
  size?: 'md' | 'lg' | undefined
  name?: string | undefined
  autoComplete?: string | undefined
  autoFocus?: boolean | undefined
  /** The accessible name, where no `Field` stands around it. */
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

/** One line of text. */
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

/** A secret: dots, or mono once shown; `actions` are icon buttons behind Show. */
export const SecretInput = ({ actions, ...props }: InputProps & { actions?: ReactNode }) => {
  const [shown, setShown] = useState(false)
  return (
    <span className={classes(styles.box, styles.height[props.size ?? 'md'])}>
      <input
        type={shown ? 'text' : 'password'}
        className={classes(styles.native, shown && styles.monoText)}
        {...useField()}
        {...nativeProps({ autoComplete: 'new-password', ...props })}
      />
      <span className={styles.trail}>
        <IconButton icon={shown ? EyeOff : Eye} label={shown ? 'Hide' : 'Show'} onPress={() => setShown(!shown)} />
        {actions}
      </span>
    </span>
  )
}

/** A number as typed, so that half of one can stand there; `unit` stands inside at the right. */
export const NumberInput = (props: InputProps & { unit?: string | undefined }) => (
  <span className={classes(styles.box, styles.height[props.size ?? 'md'])}>
    <input type="text" inputMode="decimal" className={styles.native} {...useField()} {...nativeProps(props)} />
    {props.unit && <span className={styles.unit}>{props.unit}</span>}
  </span>
)

/** Several lines of text. */
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

/** One of a few things to choose; `disabled` says why it cannot be chosen now. */
export type Option = { value: string; label: string; disabled?: string | false | undefined }

type SelectProps = Omit<InputProps, 'autoComplete'> & { options: readonly Option[] }

/** One of a few; an empty value shows the placeholder. */
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
