import { classes } from './classes.ts'
import * as styles from './progress.css.ts'
import { Status } from './status.tsx'
import * as text from './text.css.ts'

type ProgressProps = {
  /** From 0 to 1, or `running` if it is unknown. */
  value: number | 'running'
  label: string
  look?: 'md' | 'thin'
}

const percentOf = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 100)

/** Progress bar. */
export const Progress = ({ value, label, look = 'md' }: ProgressProps) => {
  const percent = value === 'running' ? undefined : percentOf(value)
  return (
    <div
      className={styles.track[look]}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className={classes(styles.fill.plain, percent === undefined && styles.running)}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}

type UsageProps = {
  used: number
  /** In the same unit as `used`; without a total above 0 there is no bar. */
  total: number
  label: string
  /** Shown at the right instead of the percentage, below 75 %. */
  value?: string
}

/** How full something is: warning from 75 %, danger from 90 %, also shown as an icon. */
export const UsageBar = ({ used, total, label, value }: UsageProps) => {
  const percent = total > 0 ? percentOf(used / total) : 0
  const tone = percent >= 90 ? 'danger' : percent >= 75 ? 'warning' : 'plain'
  return (
    <div role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
      <div className={styles.head}>
        <span>{label}</span>
        <span className={text.tabularNumbers}>
          {tone === 'plain' ? (value ?? `${percent}%`) : <Status tone={tone}>{`${percent}%`}</Status>}
        </span>
      </div>
      <div className={styles.track.md}>
        <div className={styles.fill[tone]} style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}

/** Thin line at the top while something loads; `percent` from 0, hidden at 100. */
export const LoadingLine = ({ percent }: { percent: number }) =>
  percent < 100 ? (
    <div
      className={styles.line}
      role="progressbar"
      aria-label="Loading"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={styles.lineFill} style={{ width: `${percent}%` }} />
    </div>
  ) : null

type ShareBarProps = {
  /** Fraction of the whole, from 0 to 1. */
  part: number
  /** The amount, formatted: a size. */
  value: string
  label: string
  look?: 'wide' | 'narrow'
}

/** Share of a whole. It does not measure fullness, so it never warns. */
export const ShareBar = ({ part, value, label, look = 'wide' }: ShareBarProps) => {
  const percent = percentOf(part)
  const valueText = look === 'narrow' ? `${value}, ${percent}%` : value
  return (
    <div
      className={styles.share}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={styles.shareHead}>
        <span className={text.tabularNumbers}>{valueText}</span>
        {look === 'wide' && <span className={classes(styles.shareOf, text.tabularNumbers)}>{`${percent}%`}</span>}
      </div>
      {look === 'wide' && (
        <div className={styles.track.thin}>
          <div className={styles.fill.plain} style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  )
}
