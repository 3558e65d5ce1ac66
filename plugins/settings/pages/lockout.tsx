import type { Failure } from 'stowage'
import { Banner, Checkbox } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { type Administrators, policies, remainingAdministrators, unknownAdministrators } from 'stowage/plugins/policies'
import type { Past } from '../contract.ts'
import { shapeOf } from '../sections.ts'

/** A setting that is about to be saved, as far as a warning depends on it. */
type Saved = { section: string; key: string; after: string }

/** What restoring an entry of the history saves. */
export const savedBy = ({ kind, lines }: Pick<Past, 'kind' | 'lines'>): Saved[] =>
  lines.flatMap(({ section, values, secrets }) =>
    kind === 'reset'
      ? [{ section, key: '', after: '' }]
      : [
          ...Object.entries(values).map(([key, after]) => ({ section, key, after })),
          ...secrets.map((key) => ({ section, key, after: '' })),
        ],
  )

const isRootOff = ({ section, key, after }: Saved) => section === 'api' && key === 'root_access' && after === 'off'

const isProvider = (section: string) => /^identity_/.test(section)

/**
 * Warns about settings that can lock people out once they are saved: one sentence for each of them, none where nobody
 * can be locked out.
 */
export const lockouts = (changes: readonly Saved[]): string[] => {
  const providers = [...new Set(changes.map(({ section }) => section).filter(isProvider))]
  return [
    ...(changes.some(isRootOff)
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

/** Who still has access after these changes. */
export const remaining = (
  changes: readonly Saved[],
  { data, error }: { data?: Administrators | undefined; error?: Failure | undefined },
) => {
  if (data) return remainingAdministrators(data, { root: changes.some(isRootOff) ? 'goes' : 'stays' })
  return error && unknownAdministrators(error)
}

/** Says who can still manage users and policies once the changes are saved. */
export const Remaining = ({ changes }: { changes: readonly Saved[] }) => {
  const sentence = remaining(changes, useCall(policies.administrators, { body: {} }))
  return sentence !== undefined && <p>{sentence}</p>
}

type LockoutProps = { changes: readonly Saved[]; accepted: boolean; onAccept: (accepted: boolean) => void }

/** Asks for a second yes before people may be locked out. Shows nothing where nobody can be. */
export const Lockout = ({ changes, accepted, onAccept }: LockoutProps) => {
  const warnings = lockouts(changes)
  if (warnings.length === 0) return null
  return (
    <>
      <Banner tone="danger">
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
        <Remaining changes={changes} />
      </Banner>
      <Checkbox label="I have another way to sign in as an administrator" value={accepted} onChange={onAccept} />
    </>
  )
}

/** Why a dialog cannot be confirmed yet. */
export const notAccepted = (changes: readonly Saved[], accepted: boolean) =>
  lockouts(changes).length > 0 && !accepted && 'Confirm that you are not locked out'
