import { Banner } from '../../../core/ui/banner.tsx'
import { Checkbox } from '../../../core/ui/choice.tsx'
import { shapeOf } from '../sections.ts'

/** A setting that is about to be saved, as far as a warning depends on it. */
type Saved = { section: string; key: string; after: string }

const isProvider = (section: string) => /^identity_/.test(section)

/**
 * Warns about settings that can lock people out once they are saved: one sentence for each of them, none where nobody
 * can be locked out.
 */
export const lockouts = (changes: readonly Saved[]): string[] => {
  const rootOff = changes.some(
    ({ section, key, after }) => section === 'api' && key === 'root_access' && after === 'off',
  )
  const providers = [...new Set(changes.map(({ section }) => section).filter(isProvider))]
  return [
    ...(rootOff
      ? [
          'The root account can no longer sign in, here or with any other tool. Only another administrator can turn it on again.',
        ]
      : []),
    ...providers.map(
      (section) =>
        `Everybody who signs in with ${shapeOf(section).title} is locked out if these settings are wrong. Test them first, and keep another way to sign in.`,
    ),
  ]
}

type LockoutProps = { warnings: readonly string[]; accepted: boolean; onAccept: (accepted: boolean) => void }

/** Asks for a second yes before people may be locked out. Shows nothing without warnings. */
export const Lockout = ({ warnings, accepted, onAccept }: LockoutProps) =>
  warnings.length > 0 && (
    <>
      <Banner tone="danger">
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </Banner>
      <Checkbox label="I have another way to sign in as an administrator" value={accepted} onChange={onAccept} />
    </>
  )

/** Why a dialog cannot be confirmed yet. */
export const notAccepted = (warnings: readonly string[], accepted: boolean) =>
  warnings.length > 0 && !accepted && 'Confirm that you are not locked out'
