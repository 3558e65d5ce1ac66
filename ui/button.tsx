import type { LucideIcon } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useServerAway } from '../core/web/connection.ts'
import * as styles from './button.css.ts'
import { classes } from './classes.ts'
import { Icon, Spinner } from './icon.tsx'
import { Link } from './link.tsx'
import { useTabStop } from './tab-stop.ts'
import * as text from './text.css.ts'
import { useTooltip } from './tooltip.tsx'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerQuiet'

type Press = {
  onPress?: (() => void) | undefined
  href?: string | undefined
  /** Why it is disabled: shown as a tooltip. The button stays in the tab order. */
  disabled?: string | false | undefined
  /** State of a toggle button. */
  pressed?: boolean | undefined
}

type ButtonProps = Press & {
  tone?: ButtonTone
  size?: 'sm' | 'md' | 'lg'
  icon?: LucideIcon | undefined
  /** Label while busy, such as `Saving`; the width stays, and further presses are ignored. */
  busy?: string | undefined
  /**
   * Where it acts. Buttons that change the server are disabled while it is unreachable: by default submit buttons and
   * those with the tone `primary`, `danger` or `dangerQuiet`. `server` adds a button, `browser` exempts one.
   */
  where?: 'browser' | 'server' | undefined
  /** Submits the surrounding form, or the one whose id is `form`. */
  submit?: true
  form?: string
  /** What it acts on: completes its accessible name next to buttons with the same label. */
  of?: string | undefined
  children: string
}

const isFilled = (tone: ButtonTone) => tone === 'primary' || tone === 'danger'

/** A button, or with `href` a link that looks like one. */
export const Button = (props: ButtonProps) => {
  const {
    tone = 'secondary',
    size = 'md',
    icon,
    busy,
    disabled: blocked,
    where,
    onPress,
    href,
    submit,
    form,
    pressed,
    of,
    children,
  } = props
  const away = useServerAway()
  const filled = isFilled(tone)
  const changes = where === 'server' || ((filled || tone === 'dangerQuiet' || submit) && where !== 'browser')
  const disabled = blocked || (changes && away)
  const tooltip = useTooltip(disabled || undefined)
  const className = classes(styles.button, styles.size[size], styles.tone[tone], filled && styles.strong)
  const label = (
    <span className={classes(styles.content, busy && styles.idleContent)} aria-hidden={busy ? true : undefined}>
      {icon && (
        <span className={filled || tone === 'dangerQuiet' ? styles.icon.same : styles.icon.muted}>
          <Icon of={icon} />
        </span>
      )}
      <span className={text.truncated}>{children}</span>
      {of && <span className={text.hidden}> {of}</span>}
    </span>
  )
  if (href && !disabled) {
    return (
      <Link href={href} className={className}>
        {label}
      </Link>
    )
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (disabled) tooltip.reveal(event.currentTarget)
    if (disabled || busy) event.preventDefault()
    else onPress?.()
  }
  return (
    <>
      <button
        type={submit ? 'submit' : 'button'}
        form={form}
        className={className}
        aria-disabled={disabled ? true : undefined}
        aria-busy={busy ? true : undefined}
        aria-pressed={pressed}
        aria-describedby={tooltip.describedBy}
        onClick={press}
        {...(disabled && tooltip.target)}
      >
        {label}
        {busy && (
          <span className={styles.busyContent}>
            <Spinner />
            <span>{busy}</span>
          </span>
        )}
      </button>
      {tooltip.description}
      {tooltip.bubble}
    </>
  )
}

type IconButtonProps = Press & {
  icon: LucideIcon
  label: string
  look?: 'plain' | 'bordered' | 'danger'
  where?: 'server' | 'browser' | undefined
}

/** An icon button; `label` is its accessible name and tooltip. */
export const IconButton = ({
  icon,
  label,
  look = 'plain',
  where,
  disabled: blocked,
  onPress,
  href,
  pressed,
}: IconButtonProps) => {
  const away = useServerAway()
  const disabled = blocked || ((look === 'danger' || where === 'server') && away)
  const tooltip = useTooltip(disabled || label)
  const tabIndex = useTabStop()
  const shared = { tabIndex, className: styles.iconButton[look], 'aria-label': label, ...tooltip.target }
  if (href && !disabled) {
    return (
      <>
        <Link href={href} {...shared}>
          <Icon of={icon} />
        </Link>
        {tooltip.bubble}
      </>
    )
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (disabled) tooltip.reveal(event.currentTarget)
    else onPress?.()
  }
  return (
    <>
      <button
        type="button"
        aria-disabled={disabled ? true : undefined}
        aria-pressed={pressed}
        aria-describedby={disabled ? tooltip.describedBy : undefined}
        onClick={press}
        {...shared}
      >
        <Icon of={icon} />
      </button>
      {disabled && tooltip.description}
      {tooltip.bubble}
    </>
  )
}
